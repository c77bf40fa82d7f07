// Putting a question to the machine, as those see it who decide what is asked.
#ifndef COLLTUNE_TUNER_JOURNAL_ASK_H_
#define COLLTUNE_TUNER_JOURNAL_ASK_H_

#include <functional>
#include <stdexcept>

#include "tuner/problem/question.h"

namespace colltune::tune {

/// A question for which there was no time at all: no candidate was timed.
class OutOfTime : public std::runtime_error {
 public:
  OutOfTime() : std::runtime_error("no time was left to measure anything") {}
};

/// Asks the whole job, and gets the answer, without samples of what cannot be used. It takes about
/// `most` at most, by the clock that a budget is counted by (kUnlimited: until all is known): then
/// the answer is cut short. Throws OutOfTime, and Interrupted when asked to stop.
using Ask = std::function<Answer(const Question&, Seconds most)>;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_ASK_H_
