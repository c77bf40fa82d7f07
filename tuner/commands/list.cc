// colltune list [OP]: the algorithms, and the methods to time them.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/native/native.h"
#include "algorithms/registry.h"
#include "measure/methods/method.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/show/algorithm_list.h"

namespace colltune::tune {
namespace {

void PrintList(std::optional<Collective> wanted) {
  constexpr std::array kAll = AllCollectives();
  const std::vector<Collective> collectives =
      wanted ? std::vector{*wanted} : std::vector(kAll.begin(), kAll.end());
  PrintLines(ListText(Algorithms(), collectives, NativeAlgorithms));
  if (wanted) return;
  Print("\nclocks\n");
  for (const measure::ClockEntry& clock : measure::Clocks()) {
    Print("  {:<20} {}{}\n", clock.name, clock.summary,
          clock.unavailable.empty() ? "" : fmt::format(" (not here: {})", clock.unavailable));
  }
  Print("\nclock synchronisation\n");
  for (const measure::ClockSync& scheme : measure::ClockSyncs()) {
    Print("  {:<20} {}\n", scheme.name, scheme.summary);
    if (!scheme.source.empty()) Print("{:22} {}\n", "", scheme.source);
  }
  Print("\nmethods of timing\n");
  for (const measure::MethodEntry& method : measure::Methods()) {
    Print("  {:<20} {}{}\n{:22} {}\n", method.name, method.summary,
          method.biased ? " (biased: to compare with)" : "", "", method.source);
  }
}

}  // namespace

Action AddList(CLI::App& app) {
  const auto wanted = std::make_shared<std::optional<Collective>>();
  AddValue(app, "op", "collective (default: all)", *wanted, ParseCollective);
  return [wanted](const Context& context) {
    if (!context.job || context.job->IsRoot()) PrintList(*wanted);
    return static_cast<int>(kDone);
  };
}

}  // namespace colltune::tune
