// The questions that a run of `tune` asks, their order, and their budget.
#ifndef COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_
#define COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_

#include <cstddef>
#include <optional>
#include <span>

#include "tuner/decide/confirmations.h"
#include "tuner/journal/ask.h"
#include "tuner/journal/journaled_executor.h"
#include "tuner/journal/trial_log.h"
#include "tuner/search/search.h"

namespace colltune::tune {

struct CourseOptions {
  std::optional<Seconds> budget = {};  ///< for all answers in the journal; none: no limit
  bool guards = true;                  ///< a second run has to confirm decisions
  int looks = 1;                       ///< other runs that replicate each decision, see Looks
  bool searches = true;  ///< false: earlier runs' decisions are confirmed, nothing else
  bool quiet = false;    ///< no progress line
};

/// Collects measurements, replications and hung questions of all runs from a journal's entries.
Confirmations ConfirmationsIn(std::span<const JournalEntry> entries);

/// Teaches `search` the known answers, one question after another, until `search` asks a question
/// that has no answer yet.
void Replay(const Answers& known, Search& search);

/// Returns the most time that the next trial may take; a trial is a question by which a model is
/// chosen. `spent` is the time of all answers so far, `open` the number of trials left, including
/// this one. All trials together take at most half of the search's share of the budget. Zero or
/// negative where no time is left for the trial.
Seconds TrialLimit(const CourseOptions& options, Seconds spent, std::size_t open);

/// Runs a session of three steps:
/// 1. Teach `search` the answers in the journal.
/// 2. Replicate earlier runs' decisions that too few runs have replicated, the most valuable first.
/// 3. Ask the further questions of `search`.
/// Requires that `search` has learned the trials; RunCourse sets the budget of `search`. Returns
/// false where the budget did not suffice for all replications. Each question may take at most the
/// time that its step has left. Throws what `ask` throws except OutOfTime, and JournalError.
bool RunCourse(const CourseOptions& options, Search& search, Recorder& recorder, const Ask& ask);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_
