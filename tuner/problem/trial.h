// One trial on the machine, and its result. Pure values.
#ifndef COLLTUNE_TUNER_PROBLEM_TRIAL_H_
#define COLLTUNE_TUNER_PROBLEM_TRIAL_H_

#include <string>
#include <vector>

#include "algorithms/choice_id.h"
#include "profiles/decision_table.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// A race of some implementations of one problem.
struct Trial {
  Problem problem;
  std::vector<ChoiceId> choices;  ///< in any order
  bool replicates = false;        ///< repeats an earlier trial in an independent run

  friend bool operator==(const Trial&, const Trial&) = default;
};

/// Writes a trial on one line, in this program's own terms: equal trials have equal texts.
std::string Pack(const Trial& trial);

/// Reads a text that Pack has written.
Trial UnpackTrial(const std::string& text);

struct TrialResult {
  std::vector<Candidate> timings;  ///< one for each choice, in their order; no predictions
  Seconds spent{};                 ///< on the machine's clock
  /// Whether time was too short for all wanted repetitions, or for some candidates at all.
  bool cut_short = false;

  friend bool operator==(const TrialResult&, const TrialResult&) = default;
};

struct CompletedTrial {
  Trial trial;
  TrialResult result;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_TRIAL_H_
