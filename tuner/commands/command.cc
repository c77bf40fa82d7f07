#include "tuner/commands/command.h"

#include <fmt/format.h>

namespace colltune {

Collective ParseCollective(std::string_view name) {
  if (const auto found = FindCollective(name)) return *found;
  throw std::invalid_argument(fmt::format("unknown collective '{}'; known are: {}", name,
                                          fmt::join(kCollectiveNames, ", ")));
}

const Algorithm& ParseAlgorithm(Collective collective, std::string_view name,
                                std::string_view typed) {
  if (const Algorithm* found = FindAlgorithm(collective, name)) return *found;
  throw std::invalid_argument(
      fmt::format("unknown algorithm '{}'; see: colltune list {}", typed, ToText(collective)));
}

}  // namespace colltune
