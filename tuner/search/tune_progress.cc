#include "tuner/search/tune_progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

std::string BestText(const Measurements& measurements, const Trial& trial) {
  const CostCurve* const curve = measurements.MeasuredAt(trial.problem);
  if (curve == nullptr) return "";
  const ChoiceId choice = measurements.DecisionAt(*curve, trial.problem.bytes).choice;
  std::string at = fmt::format("; best at {}B: {}", ToText(trial.problem.bytes), choice);
  if (choice == kLibrary) return at;
  const Seconds mine = curve->Find(trial.problem.bytes, choice)->median;
  const Seconds library = curve->Find(trial.problem.bytes, kLibrary)->median;
  return at + fmt::format(", saves {:.0f} %", 100 * (1 - mine / library));
}

}  // namespace

std::string DoingText(const Trial& trial) {
  return fmt::format("{} on {} ranks, {}B, {} candidates", ToText(trial.problem.collective),
                     trial.problem.layout.ranks, ToText(trial.problem.bytes), trial.choices.size());
}

std::string DoingText(const Planner& planner, const Trial& now,
                      const std::optional<Trial>& before) {
  return fmt::format("{}; {} of about {} points{}", DoingText(now), planner.trials(),
                     planner.trials() + planner.left(),
                     before ? BestText(planner.measurements(), *before) : "");
}

std::optional<Seconds> TimeLeft(const Planner& planner) {
  std::optional<Seconds> left;
  if (planner.trials() > 0) left = planner.spent() / planner.trials() * planner.left();
  if (const auto& budget = planner.budget()) {
    const Seconds remaining = std::max(*budget - planner.spent(), Seconds{});
    left = std::min(left.value_or(remaining), remaining);
  }
  return left;
}

}  // namespace colltune::tune
