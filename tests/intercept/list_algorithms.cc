// Prints settings of COLLTUNE_FORCE, one a line, that together name each algorithm of each
// collective, and each of the library's own: list_algorithms [COLLECTIVE]
//
// If a collective has fewer algorithms than another, later lines repeat its last one.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/native/native.h"
#include "algorithms/places.h"
#include "algorithms/registry.h"

namespace {

/// A shape that the tests' ranks can solve, all of them on one host.
colltune::Shape OnOneHost() {
  constexpr int kRanks = 8;
  static const colltune::Places places(
      std::vector<int>(kRanks, 0), {{}},
      std::make_shared<colltune::EdgeCosts>(1, std::vector<colltune::Bytes>{{0}}));
  return {.ranks = kRanks, .elements = kRanks, .places = &places};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::vector<std::string>> all;
  std::size_t most = 0;
  for (const std::string_view name : colltune::kCollectiveNames) {
    if (argc > 1 && name != argv[1]) continue;
    const colltune::Collective collective = *colltune::FindCollective(name);
    std::vector<std::string>& settings = all.emplace_back();
    for (const auto& choices :
         {colltune::StandardChoices(collective), colltune::NativeChoices(collective)}) {
      for (const colltune::Choice& choice : choices) {
        if (!Declines(choice, OnOneHost()).empty()) continue;
        settings.push_back(fmt::format("{}:{}", name, ToText(choice)));
      }
    }
    most = std::max(most, settings.size());
  }
  for (std::size_t i = 0; i < most; ++i) {
    std::string line;
    for (const auto& settings : all) {
      line += (line.empty() ? "" : ",") + settings[std::min(i, settings.size() - 1)];
    }
    std::puts(line.c_str());
  }
}
