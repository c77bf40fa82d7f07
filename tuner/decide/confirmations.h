// Whether an independent run repeats what a first one found. Samples of one start of the program
// share its placement and memory: an interval covers what would come out there again, and not what
// comes out of the next start. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_CONFIRMATIONS_H_
#define COLLTUNE_TUNER_DECIDE_CONFIRMATIONS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tuner/problem/question.h"

namespace colltune::tune {

/// A repetition of a decision: the choice against the library's own.
Question AskedAgain(const Problem& problem, const std::string& choice);

/// What was repeated, by which run of the program.
class Confirmations {
 public:
  /// An answer of run number `run`, to a question of the search or to a repetition. One that was
  /// cut short repeats nothing.
  void Add(const Question& question, const Answer& answer, int run);

  /// A question that is not asked again, as it did not end: a repetition of it has no timings.
  void AddHung(const Question& question);

  /// The repetitions, by run, of other runs than that in which `choice` was measured last, with any
  /// root, which is what its decision rests on. What hung is of run 0.
  std::map<int, const Answer*> FindAll(const Problem& problem, const std::string& choice) const;

  /// Whether the answer of that run to a repetition would be another look: it has not asked it, and
  /// has not measured what is repeated.
  bool IsAnother(const Question& repetition, int run) const;

  int asked() const { return asked_; }
  Seconds spent() const { return spent_; }  ///< by repetitions

 private:
  using Decided = std::pair<Problem, std::string>;
  struct Repeated {
    int run = 0;
    Answer answer;
  };

  std::map<Decided, int> measured_;  // the run; all roots as 0
  std::map<Decided, std::vector<Repeated>> repeated_;
  int asked_ = 0;
  Seconds spent_{};
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_CONFIRMATIONS_H_
