#include "tuner/commands/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/text/option_values.h"

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

std::vector<Collective> ParseCollectives(std::string_view text) {
  std::vector<Collective> collectives;
  for (const std::string_view name : ParseList(text)) collectives.push_back(ParseCollective(name));
  return collectives;
}

void AddSiblings(CLI::App& app, SiblingTiming& target) {
  AddValue(
      app, "--siblings",
      "timing of communicators of a part of each node's ranks: together with their siblings of "
      "the other ranks, as where an application splits its ranks, or alone (default: together)",
      target, OneOf<SiblingTiming>(kSiblingTimingNames));
}

void AddVerbosity(CLI::App& app, Verbosity& verbosity) {
  app.add_flag("--quiet", verbosity.quiet, "no progress on standard error");
  app.add_flag("--verbose", verbosity.verbose, "say what is done on standard error");
}

}  // namespace colltune::tune
