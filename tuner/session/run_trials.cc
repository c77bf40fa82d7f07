#include "tuner/session/run_trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <variant>
#include <vector>

#include "measure/network/repetition_limits.h"
#include "tuner/decide/replication.h"
#include "tuner/job/progress.h"
#include "tuner/search/tune_progress.h"

namespace colltune::tune {
namespace {

/// Returns the search's share of a budget; the rest is kept for replications.
double SearchShare(const RunOptions& options) { return options.replicates ? 1 - kConfirmShare : 1; }

class TrialRun {
 public:
  TrialRun(const RunOptions& options, Planner& planner, JournaledExecutor& executor,
           const RunTrial& run_trial)
      : options_(options), planner_(planner), executor_(executor), run_trial_(run_trial) {}

  bool Run() {
    const bool all = !options_.replicates || Confirm();
    if (options_.searches) GoOn();
    return all;
  }

 private:
  Seconds Spent() const { return executor_.journal().known().Spent(); }

  bool Confirm() {
    const Confirmations known = ConfirmationsIn(executor_.journal().known().entries());
    const std::vector<Trial> open = OpenReplications(
        planner_.measurements(), known, {options_.confirmations, executor_.journal().run()});
    Seconds spent = known.spent();
    Progress progress(*options_.progress, "confirm", static_cast<double>(open.size()));
    double done = 0;
    for (const Trial& trial : open) {
      const Seconds left = LeftToConfirm(spent);
      if (left <= Seconds(0)) return false;
      progress.Update(done++, fmt::format("{} on {} ranks, {}B", ToText(trial.problem.collective),
                                          trial.problem.layout.ranks, ToText(trial.problem.bytes)));
      try {
        spent += executor_.RunAnew(trial, Within(left)).spent;
      } catch (const OutOfTime&) {
        return false;
      }
    }
    return true;
  }

  std::function<TrialResult(const Trial&)> Within(Seconds most) const {
    return [this, most](const Trial& trial) { return run_trial_(trial, most); };
  }

  /// Keeps kConfirmShare of the budget for replications, even where the search has overspent.
  Seconds LeftToConfirm(Seconds spent) const {
    if (!options_.budget) return measure::kUnlimited;
    return std::max(*options_.budget - Spent(), kConfirmShare * *options_.budget - spent);
  }

  void GoOn() {
    Seconds end = measure::kUnlimited;
    if (options_.budget) {
      end = planner_.spent() +
            SearchShare(options_) * std::max(*options_.budget - Spent(), Seconds{});
      planner_.LimitTo(end);
    }
    Progress progress(*options_.progress, "tune", 1);
    std::optional<Trial> before;
    while (const auto trial = planner_.Next()) {
      progress.Update(planner_.trials() / static_cast<double>(planner_.trials() + planner_.left()),
                      DoingText(planner_, *trial, before), TimeLeft(planner_));
      const Seconds left = end - planner_.spent();
      const Seconds most = MostFor(*trial, left);
      try {
        planner_.Learn(*trial, executor_.Run(*trial, Within(most)));
      } catch (const OutOfTime&) {
        if (most < left) {
          planner_.Learn(*trial, {.timings = {}, .spent = most});
        } else {
          planner_.LimitTo(planner_.spent());
        }
      }
      before = trial;
    }
  }

  /// Limits a trial whose candidates hardly differ: to tell them apart takes long, and saves
  /// little.
  Seconds MostFor(const Trial& trial, Seconds left) const {
    constexpr double kTrialShare = 0.02;  // of the budget
    constexpr double kTimesExpected = 3;
    if (!options_.budget) return left;
    return std::min(left, std::max(kTrialShare * *options_.budget,
                                   kTimesExpected * planner_.CostOf(trial.problem)));
  }

  const RunOptions& options_;
  Planner& planner_;
  JournaledExecutor& executor_;
  const RunTrial& run_trial_;
};

}  // namespace

Confirmations ConfirmationsIn(std::span<const JournalEntry> entries) {
  Confirmations confirmations;
  for (const JournalEntry& entry : entries) {
    if (const auto* result = std::get_if<JournalResult>(&entry)) {
      confirmations.Add(result->trial, result->result, result->run);
    } else if (const auto* hung = std::get_if<JournalHung>(&entry)) {
      confirmations.AddHung(hung->trial);
    }
  }
  return confirmations;
}

void Replay(const TrialLog& known, Planner& planner, ProgressSink& sink) {
  const std::size_t all = known.All().size();
  if (all == 0) return;
  Progress progress(sink, "replay", static_cast<double>(all));
  for (auto trial = planner.Next(); trial && known.Knows(*trial); trial = planner.Next()) {
    progress.Update(planner.trials(), fmt::format("{} of {} known results", planner.trials(), all));
    planner.Learn(*trial, known.Known(*trial));
  }
}

Seconds ModelTrialLimit(const RunOptions& options, Seconds spent, std::size_t open) {
  if (!options.budget) return measure::kUnlimited;
  constexpr double kTrialShare = 0.5;
  const Seconds all = kTrialShare * SearchShare(options) * *options.budget;
  return (all - spent) / static_cast<double>(open);
}

bool RunTrials(const RunOptions& options, Planner& planner, JournaledExecutor& executor,
               const RunTrial& run_trial) {
  return TrialRun(options, planner, executor, run_trial).Run();
}

}  // namespace colltune::tune
