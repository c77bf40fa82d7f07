#include "tuner/show/algorithm_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

struct Entry {
  std::string name;
  std::vector<std::string> lines;
};

std::string NameText(Collective collective, const Choice& choice) {
  return fmt::format("{}:{}", ToText(collective), ToText(choice));
}

Entry EntryOf(const Algorithm& algorithm) {
  Entry entry{NameText(algorithm.collective, StandardChoice(algorithm)),
              {std::string(algorithm.summary)}};
  std::string least;
  for (const Parameter& p : algorithm.parameters) {
    if (!p.names.empty()) {
      entry.lines.push_back(fmt::format("{} one of {}", p.name, fmt::join(p.names, ", ")));
      continue;
    }
    least +=
        fmt::format("{}{} at least {}", least.empty() ? "" : ", ", p.name, ToText(Bytes{p.least}));
  }
  if (!least.empty()) entry.lines.push_back(least);
  for (const Limit& limit : algorithm.limits) {
    entry.lines.push_back(fmt::format("needs {}", limit.needs));
  }
  entry.lines.emplace_back(algorithm.source);
  return entry;
}

}  // namespace

std::string ListText(std::span<const Algorithm> algorithms, std::span<const Collective> collectives,
                     NativesOf natives) {
  std::vector<Entry> entries;
  for (const Collective collective : collectives) {
    for (const Algorithm& algorithm : algorithms) {
      if (algorithm.collective == collective) entries.push_back(EntryOf(algorithm));
    }
    for (const NativeAlgorithm& one : natives(collective)) {
      entries.push_back({NameText(collective, {.native = one.name}),
                         {fmt::format("inside the MPI library: {}", one.summary)}});
    }
    entries.push_back({NameText(collective, {}), {"what the MPI library itself does"}});
  }
  std::size_t width = 0;
  for (const Entry& entry : entries) width = std::max(width, entry.name.size());
  std::string text;
  for (const Entry& entry : entries) {
    std::string_view left = entry.name;
    for (const std::string& line : entry.lines) {
      text += fmt::format("{:<{}}  {}\n", left, width, line);
      left = "";
    }
  }
  return text;
}

}  // namespace colltune::tune
