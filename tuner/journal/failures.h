// Failed candidates, and the problems for which each is left out. Pure values.
#ifndef COLLTUNE_TUNER_JOURNAL_FAILURES_H_
#define COLLTUNE_TUNER_JOURNAL_FAILURES_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tuner/problem/trial.h"

namespace colltune::tune {

/// A failed candidate, and where it is left out: for one collective and layout at all sizes, either
/// with root 0 or with all other roots. Schedules are not rotated alike for these two kinds of
/// roots.
struct LeftOut {
  Collective collective = Collective::kBcast;
  Layout layout;
  bool with_other_root = false;
  ChoiceId choice;

  friend auto operator<=>(const LeftOut&, const LeftOut&) = default;
};

inline LeftOut LeftOutOf(const Problem& problem, ChoiceId choice) {
  return {problem.collective, problem.layout, problem.root != 0, choice};
}

class Failures {
 public:
  /// Adds a failure; the first reason counts. Returns whether the failure is new.
  bool Add(const LeftOut& what, const std::string& reason) {
    return reasons_.emplace(what, reason).second;
  }

  /// Adds the failed candidates of a result.
  void Add(const Trial& trial, const TrialResult& result) {
    for (const Candidate& timing : result.timings) {
      if (!timing.failed.empty()) Add(LeftOutOf(trial.problem, timing.choice), timing.failed);
    }
  }

  /// Adds the choice of a trial that ended its job. Adds nothing where the trial has several
  /// choices: the one to blame is unknown.
  void AddEnd(const Trial& trial, const std::string& reason) {
    if (trial.choices.size() != 1) return;
    Add(LeftOutOf(trial.problem, trial.choices.front()), reason.empty() ? "did not end" : reason);
  }

  /// Returns the reason why a candidate is left out; nullptr where the candidate is not.
  const std::string* Find(const LeftOut& what) const {
    const auto found = reasons_.find(what);
    return found == reasons_.end() ? nullptr : &found->second;
  }

  /// Returns the trial without the choices that are left out; maybe without any choice.
  Trial Without(Trial trial) const {
    std::erase_if(trial.choices, [&](ChoiceId choice) {
      return Find(LeftOutOf(trial.problem, choice)) != nullptr;
    });
    return trial;
  }

  /// Returns the result with a timing for each choice of `trial`, in the order of `trial`.
  /// Choices without a timing get one without samples, with the reason where they are left out.
  TrialResult Complete(const Trial& trial, const TrialResult& result) const;

  const std::map<LeftOut, std::string>& all() const { return reasons_; }

 private:
  std::map<LeftOut, std::string> reasons_;
};

/// Returns "gather:knomial:k=4 on 13 ranks, 1 per node, other roots".
std::string ToText(const LeftOut& what);

/// Returns "gather of 8KB on 13 ranks (knomial:k=4)", for a trial without a result.
std::string UnfinishedText(const Trial& trial);

/// Returns a line for each failure, with the candidate and the reason; empty without failures.
std::string FailuresText(const Failures& failures);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_FAILURES_H_
