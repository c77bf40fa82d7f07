// Failed candidates, and the problems for which each is left out. Pure values.
#ifndef COLLTUNE_TUNER_JOURNAL_FAILURES_H_
#define COLLTUNE_TUNER_JOURNAL_FAILURES_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tuner/problem/question.h"

namespace colltune::tune {

/// A failed candidate, and where it is left out: for one collective and layout at all sizes, either
/// with root 0 or with all other roots. Schedules are not rotated alike for these two kinds of
/// roots.
struct LeftOut {
  Collective collective = Collective::kBcast;
  Layout layout;
  bool with_other_root = false;
  std::string choice;

  friend auto operator<=>(const LeftOut&, const LeftOut&) = default;
};

inline LeftOut LeftOutOf(const Problem& problem, std::string choice) {
  return {problem.collective, problem.layout, problem.root != 0, std::move(choice)};
}

class Failures {
 public:
  /// Adds a failure; the first reason counts. Returns whether the failure is new.
  bool Add(const LeftOut& what, const std::string& reason) {
    return reasons_.emplace(what, reason).second;
  }

  /// Adds the failed candidates of an answer.
  void Add(const Question& question, const Answer& answer) {
    for (const Candidate& timing : answer.timings) {
      if (!timing.failed.empty()) Add(LeftOutOf(ProblemOf(question), timing.choice), timing.failed);
    }
  }

  /// Adds the choice of a question that ended its job. Adds nothing where the question has several
  /// choices: the one to blame is unknown.
  void AddEnd(const Question& question, const std::string& reason) {
    if (question.choices.size() != 1) return;
    Add(LeftOutOf(ProblemOf(question), question.choices.front()),
        reason.empty() ? "did not end" : reason);
  }

  /// Returns the reason why a candidate is left out; nullptr where the candidate is not.
  const std::string* Find(const LeftOut& what) const {
    const auto found = reasons_.find(what);
    return found == reasons_.end() ? nullptr : &found->second;
  }

  /// Returns the question without the choices that are left out; maybe without any choice.
  Question Without(Question question) const {
    std::erase_if(question.choices, [&](const std::string& choice) {
      return Find(LeftOutOf(ProblemOf(question), choice)) != nullptr;
    });
    return question;
  }

  /// Returns the answer with a timing for each choice of `question`, in the order of `question`.
  /// Choices without a timing get one without samples, with the reason where they are left out.
  Answer Complete(const Question& question, const Answer& answer) const;

  const std::map<LeftOut, std::string>& all() const { return reasons_; }

 private:
  std::map<LeftOut, std::string> reasons_;
};

/// Returns "gather:knomial:k=4 on 13 ranks, 1 per node, other roots".
std::string ToText(const LeftOut& what);

/// Returns "gather of 8KB on 13 ranks (knomial:k=4)", for a question without an answer.
std::string UnansweredText(const Question& question);

/// Returns a line for each failure, with the candidate and the reason; empty without failures.
std::string FailuresText(const Failures& failures);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_FAILURES_H_
