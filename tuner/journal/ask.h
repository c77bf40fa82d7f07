// Interface that puts a question to the machine, for code that decides which questions to ask.
#ifndef COLLTUNE_TUNER_JOURNAL_ASK_H_
#define COLLTUNE_TUNER_JOURNAL_ASK_H_

#include <functional>
#include <stdexcept>

#include "tuner/problem/question.h"

namespace colltune::tune {

/// Error of a question for which no time was left: no candidate was timed.
class OutOfTime : public std::runtime_error {
 public:
  OutOfTime() : std::runtime_error("no time was left to measure anything") {}
};

/// Puts a question to the whole job, and returns the answer; candidates that cannot be used have no
/// samples. After about `most`, by the clock of the budget, the answer is cut short (kUnlimited:
/// never). Throws OutOfTime, and Interrupted when asked to stop.
using Ask = std::function<Answer(const Question&, Seconds most)>;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_ASK_H_
