// The trials that a run of `tune` asks the machine for, their order, and their budget.
#ifndef COLLTUNE_TUNER_SESSION_RUN_TRIALS_H_
#define COLLTUNE_TUNER_SESSION_RUN_TRIALS_H_

#include <cstddef>
#include <optional>
#include <span>

#include "tuner/decide/confirmations.h"
#include "tuner/job/progress.h"
#include "tuner/journal/journaled_executor.h"
#include "tuner/journal/run_trial.h"
#include "tuner/journal/trial_log.h"
#include "tuner/search/planner.h"

namespace colltune::tune {

struct RunOptions {
  std::optional<Seconds> budget = {};  ///< for all results in the journal; none: no limit
  bool replicates = true;              ///< a second run has to confirm decisions
  int confirmations = 1;               ///< other runs that replicate each decision
  bool searches = true;  ///< false: earlier runs' decisions are confirmed, nothing else
  ProgressSink* progress = &SilentProgress();
};

/// Collects measurements, replications and hung trials of all runs from a journal's entries.
Confirmations ConfirmationsIn(std::span<const JournalEntry> entries);

/// Teaches `planner` the known results, one trial after another, until `planner` asks for a trial
/// that has no result yet.
void Replay(const TrialLog& known, Planner& planner, ProgressSink& progress);

/// Returns the most time that the next model trial may take. `spent` is the time of all results so
/// far, `open` the number of model trials left, including this one. All model trials together take
/// at most half of the search's share of the budget. Zero or negative where no time is left.
Seconds ModelTrialLimit(const RunOptions& options, Seconds spent, std::size_t open);

/// Runs the trials of a session:
/// 1. Replicates earlier runs' decisions that too few runs have replicated, the most valuable
///    first.
/// 2. Runs the further trials of `planner`.
///
/// Requires that `planner` has learned all known results; sets its budget. Returns false where the
/// budget did not suffice for all replications. Each trial may take at most the time that its step
/// has left. Throws what `run_trial` throws except OutOfTime, and JournalError.
bool RunTrials(const RunOptions& options, Planner& planner, JournaledExecutor& executor,
               const RunTrial& run_trial);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_RUN_TRIALS_H_
