// Replications: decisions timed again by independent runs of the program. Samples of one run share
// its placement and memory: their confidence interval covers repetitions within that run, but not
// another run. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_CONFIRMATIONS_H_
#define COLLTUNE_TUNER_DECIDE_CONFIRMATIONS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tuner/problem/trial.h"

namespace colltune::tune {

/// Returns the trial that replicates a decision: `choice` against the library.
Trial ReplicationTrial(const Problem& problem, ChoiceId choice);

/// Replications of decisions, by run of the program.
class Confirmations {
 public:
  /// Adds a result of run number `run`, to a trial of the search or to a replication. A
  /// replication that was cut short counts for nothing.
  void Add(const Trial& trial, const TrialResult& result, int run);

  /// Adds a trial that hung, and is not run again, as a replication without timings. Ignores
  /// trials other than of the library and one choice.
  void AddHung(const Trial& trial);

  /// Returns the independent replications of a decision for `choice`, by run; 0 stands for one that
  /// hung. Leaves out the run that measured `choice` last, with any root: the decision rests on it.
  std::map<int, const TrialResult*> FindAll(const Problem& problem, ChoiceId choice) const;

  /// Whether `run` could replicate independently: the run neither has answered this replication nor
  /// was the last to measure the replicated choice.
  bool IsAnother(const Trial& repetition, int run) const;

  int trials() const { return trials_; }
  Seconds spent() const { return spent_; }  ///< by replications

 private:
  using Decided = std::pair<Problem, ChoiceId>;
  struct Repeated {
    int run = 0;
    TrialResult result;
  };

  std::map<Decided, int> measured_;  // number of the latest run; all roots as 0
  std::map<Decided, std::vector<Repeated>> repeated_;
  int trials_ = 0;
  Seconds spent_{};
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_CONFIRMATIONS_H_
