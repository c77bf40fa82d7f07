#include "tuner/commands/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace colltune::tune {

CLI::Validator NamesSomething() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? "the name is empty" : ""; }, "", "");
}

Collective ParseCollective(std::string_view name) {
  if (const auto found = FindCollective(name)) return *found;
  throw std::invalid_argument(fmt::format("unknown collective '{}'; known are: {}", name,
                                          fmt::join(kCollectiveNames, ", ")));
}

}  // namespace colltune::tune
