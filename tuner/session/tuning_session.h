// What a run of `tune` asks, in which order, and within which budget.
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
  std::optional<Seconds> budget = {};  ///< of all answers in the journal together
  bool guards = true;                  ///< decisions have to be confirmed by a second run
  int looks = 1;                       ///< by other runs at each decision, see Looks
  bool searches = true;  ///< false: earlier runs' decisions are confirmed, nothing else
  bool quiet = false;    ///< no progress line
};

/// What was repeated, by all runs of a journal.
Confirmations ConfirmationsIn(std::span<const JournalEntry> entries);

/// What a run of `tune` learns before it asks anything: answers to what `search` wants, until it
/// wants what is not known.
void Replay(const Answers& known, Search& search);

/// What a trial, by which a model is chosen, may take at most, where so much is spent and so many
/// are to be asked yet, this one among them: all trials together take at most half of what the
/// search may. Nothing, or less, where there is no time for it.
Seconds TrialLimit(const CourseOptions& options, Seconds spent, std::size_t open);

/// First learns what the journal knows; then repeats what earlier runs have decided, as far as not
/// enough runs have yet, the most valuable first; then goes on asking what `search` wants. `search`
/// has learned the trials; its budget is set here. False where the budget did not suffice to repeat
/// all that was to be. No question may take more than what is left of its part of the budget.
/// Throws what `ask` throws but OutOfTime, and JournalError.
bool RunCourse(const CourseOptions& options, Search& search, Recorder& recorder, const Ask& ask);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_
