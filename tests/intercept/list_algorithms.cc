// Prints settings of COLLTUNE_FORCE, one a line, that together name each algorithm of each
// collective, and each of the library's own: list_algorithms [COLLECTIVE]
//
// Of a collective with fewer than another the later lines repeat the last one.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "algorithms/native.h"
#include "algorithms/registry.h"

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
