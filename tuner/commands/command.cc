#include "tuner/commands/command.h"

#include <fmt/format.h>

namespace colltune {

Collective ParseCollective(std::string_view name) {
  if (const auto found = FindCollective(name)) return *found;
  throw std::invalid_argument(fmt::format("unknown collective '{}'; known are: {}", name,
                                          fmt::join(kCollectiveNames, ", ")));
}

}  // namespace colltune
