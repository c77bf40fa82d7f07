#include "tuner/session/tune_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "algorithms/registry.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// Names the share of the spending that calibrated.
std::string SharesText(const Spending& spending) {
  if (spending.calibration <= Seconds{}) return "";
  return fmt::format(", {} of it to calibrate", TimeText(spending.calibration));
}

std::string EffortText(const TuneResult& result) {
  const std::string network = result.network > Seconds{} ? fmt::format(", after {} for the network",
                                                                       TimeText(result.network))
                                                         : "";
  return fmt::format(
      "ran {} trials in {} of measuring{}{}; {} predicts, 90th percentile of its prediction error: "
      "{:.1f} %\n",
      result.trials, TimeText(result.spending.All()), SharesText(result.spending), network,
      result.model, 100 * std::expm1(result.off));
}

std::string PercentText(double share) { return fmt::format("{:.2g} %", 100 * share); }

/// Returns the regret that the tuning bought: what is expected, measured, and to be had for more.
std::string RegretText(const RegretReport& report) {
  std::string text =
      fmt::format("expected regret {} (95 % of calls below {})", PercentText(report.expected.mean),
                  PercentText(report.expected.p95));
  if (report.calibrations > 0) {
    text +=
        fmt::format("; {} interpolated decisions that were measured: {} ({})", report.calibrations,
                    PercentText(report.calibrated.mean), PercentText(report.calibrated.p95));
  }
  if (report.later) {
    text +=
        fmt::format("; at {} about {}", DurationText(3 * report.spent), PercentText(*report.later));
  }
  return text + fmt::format(
                    "\nof the calls {:.0f} % are decided by measurements, {:.0f} % by "
                    "interpolation, and {:.0f} % left to the library without one\n",
                    100 * report.measured, 100 * report.interpolated, 100 * report.left_to_library);
}

std::string ReplicationText(const ReplicationSummary& replicated) {
  if (replicated.trials == 0) return "";
  return fmt::format(
      "other runs replicated {} times, in {}: {} of {} decisions confirmed, {} left to the "
      "library\n",
      replicated.trials, TimeText(replicated.spent), replicated.confirmed,
      replicated.confirmed + replicated.refuted, replicated.refuted);
}

std::string UncertaintiesText(const std::vector<Uncertainty>& uncertainties) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, uncertainties.size()); ++i) {
    const auto& [problem, regret] = uncertainties[i];
    text += fmt::format("uncertain: {} on {} ranks, {} per node, about {}B: may cost {:.0f} %\n",
                        ToText(problem.collective), problem.layout.ranks,
                        problem.layout.ranks_per_node, ToText(problem.bytes), 100 * regret);
  }
  if (uncertainties.size() > kShown) {
    text += fmt::format("uncertain: {} more; a larger --budget and --resume go on\n",
                        uncertainties.size() - kShown);
  }
  return text;
}

}  // namespace

std::string ResultText(const TuneResult& result) {
  return NetworkText(result.profile) + TableText(result.profile.table) + EffortText(result) +
         (result.profile.regret ? RegretText(*result.profile.regret) : "") +
         (result.replicated ? ReplicationText(*result.replicated) : "") + result.extrapolation +
         UncertaintiesText(result.uncertainties) + FailuresText(result.failures);
}

std::string WaitingText(const TuneResult& result, const std::string& launcher,
                        const std::vector<std::string>& arguments) {
  if (!result.replicated || result.replicated->waiting == 0) return "";
  std::vector<std::string> words = arguments;
  std::erase(words, "--confirm");
  if (std::ranges::find(words, "--resume") == words.end()) words.emplace_back("--resume");
  const int waiting = result.replicated->waiting;
  return fmt::format(
      "{} for something else than the library's own {} for a second run to confirm {}; until then "
      "such calls go to the library. Start the same command again with --resume{}, as in:\n"
      "  {}colltune {}\n",
      waiting == 1 ? "1 decision" : fmt::format("{} decisions", waiting),
      waiting == 1 ? "waits" : "wait", waiting == 1 ? "it" : "them",
      result.replicated->out_of_budget ? " and a larger --budget" : "", launcher,
      fmt::join(words, " "));
}

}  // namespace colltune::tune
