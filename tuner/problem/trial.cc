#include "tuner/problem/trial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

namespace colltune::tune {

std::string Pack(const Trial& trial) {
  const auto& [collective, layout, bytes, root] = trial.problem;
  return fmt::format("{} {} {} {} {} {:d} {}", ToText(collective), layout.ranks,
                     layout.ranks_per_node, bytes.count, root, trial.replicates,
                     fmt::join(trial.choices, " "));
}

Trial UnpackTrial(const std::string& text) {
  std::istringstream words(text);
  Trial trial;
  auto& [collective, layout, bytes, root] = trial.problem;
  std::string name;
  words >> name >> layout.ranks >> layout.ranks_per_node >> bytes.count >> root >> trial.replicates;
  collective = FindCollective(name).value();
  for (std::string choice; words >> choice;) trial.choices.emplace_back(choice);
  return trial;
}

}  // namespace colltune::tune
