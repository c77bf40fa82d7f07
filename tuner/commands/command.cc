#include "tuner/commands/command.h"

#include <fmt/format.h>

#include "measure/operation.h"

namespace colltune {

Collective ParseCollective(std::string_view name) {
  if (const auto found = FindCollective(name)) return *found;
  throw std::invalid_argument(fmt::format("unknown collective '{}'; known are: {}", name,
                                          fmt::join(kCollectiveNames, ", ")));
}

Collective ParseMeasurable(std::string_view name) {
  const Collective collective = ParseCollective(name);
  if (IsMeasurable(collective)) return collective;
  throw std::invalid_argument(fmt::format("{} cannot be timed yet, only bcast", name));
}

}  // namespace colltune
