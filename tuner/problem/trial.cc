#include "tuner/problem/trial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

namespace colltune::tune {
namespace {

// Word before the choices, which do not begin so: the members of a layout that is not a prefix, or
// has siblings.
constexpr char kMoreOfLayout = '@';

std::string MoreOfLayout(const Layout& layout) {
  if (!layout.HasProgression() && layout.siblings == 1) return "";
  const auto& [nodes, per_node, first, stride] = layout.progression;
  return fmt::format("{}{},{},{},{},{} ", kMoreOfLayout, nodes, per_node, first, stride,
                     layout.siblings);
}

void ReadMoreOfLayout(const std::string& word, Layout& layout) {
  std::istringstream text(word);
  char separator = 0;
  auto& [nodes, per_node, first, stride] = layout.progression;
  for (int* const member : {&nodes, &per_node, &first, &stride, &layout.siblings}) {
    text >> separator >> *member;
  }
}

}  // namespace

std::string Pack(const Trial& trial) {
  const auto& [collective, layout, bytes, root] = trial.problem;
  return fmt::format("{} {} {} {} {} {:d} {}{}", ToText(collective), layout.ranks,
                     layout.ranks_per_node, bytes.count, root, trial.replicates,
                     MoreOfLayout(layout), fmt::join(trial.choices, " "));
}

Trial UnpackTrial(const std::string& text) {
  std::istringstream words(text);
  Trial trial;
  auto& [collective, layout, bytes, root] = trial.problem;
  std::string name;
  words >> name >> layout.ranks >> layout.ranks_per_node >> bytes.count >> root >> trial.replicates;
  collective = FindCollective(name).value();
  for (std::string word; words >> word;) {
    if (word.front() == kMoreOfLayout) {
      ReadMoreOfLayout(word, layout);
    } else {
      trial.choices.emplace_back(word);
    }
  }
  return trial;
}

}  // namespace colltune::tune
