// colltune list [OP]: the algorithms, and the methods to time them.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "algorithms/registry.h"
#include "measure/method.h"
#include "tuner/commands/command.h"
#include "tuner/exit_code.h"
#include "tuner/job.h"

namespace colltune {
namespace {

void Print(std::optional<Collective> wanted) {
  for (const Algorithm& algorithm : Algorithms()) {
    if (wanted && algorithm.collective != *wanted) continue;
    fmt::print("{}:{:<18} {}\n", ToText(algorithm.collective), algorithm.name, algorithm.summary);
    fmt::print("{:>25}{}\n", "", algorithm.source);
  }
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    if (wanted && *wanted != static_cast<Collective>(i)) continue;
    fmt::print("{}:{:<18} what the MPI library itself does\n", kCollectiveNames[i], kLibrary);
  }
  if (wanted) return;
  fmt::print("\nmethods of timing\n");
  for (const MethodEntry& method : Methods()) {
    fmt::print("  {:<20} {}{}\n", method.name, method.summary,
               method.needs_shared_clock ? " (one clock for all ranks: one node, or SMPI)" : "");
  }
}

}  // namespace

Action AddList(CLI::App& app) {
  const auto wanted = std::make_shared<std::optional<Collective>>();
  AddParsed(app, "op", "only this collective",
            [wanted](const std::string& text) { *wanted = ParseCollective(text); });
  return [wanted](const Context& context) {
    if (!context.job || context.job->IsRoot()) Print(*wanted);
    return static_cast<int>(kDone);
  };
}

}  // namespace colltune
