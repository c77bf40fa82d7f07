// Interface that runs a trial on the machine, for code that decides which trials to run.
#ifndef COLLTUNE_TUNER_JOURNAL_ASK_H_
#define COLLTUNE_TUNER_JOURNAL_ASK_H_

#include <functional>
#include <stdexcept>

#include "tuner/problem/trial.h"

namespace colltune::tune {

/// Error of a trial for which no time was left: no candidate was timed.
class OutOfTime : public std::runtime_error {
 public:
  OutOfTime() : std::runtime_error("no time was left to measure anything") {}
};

/// Runs a trial on the whole job, and returns the result; candidates that cannot be used have no
/// samples. After about `most`, by the clock of the budget, the result is cut short (kUnlimited:
/// never). Throws OutOfTime, and Interrupted when asked to stop.
using RunTrial = std::function<TrialResult(const Trial&, Seconds most)>;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_ASK_H_
