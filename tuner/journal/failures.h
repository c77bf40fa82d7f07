// Candidates that failed, and for what they are left out from then on. Pure values.
#ifndef COLLTUNE_TUNER_JOURNAL_FAILURES_H_
#define COLLTUNE_TUNER_JOURNAL_FAILURES_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tuner/problem/question.h"

namespace colltune::tune {

/// A candidate that failed at one size is trusted at none: it is left out for its collective and
/// layout, with root 0 or with all other roots. Schedules are not turned alike for those.
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
  /// The first reason counts. Whether it was new.
  bool Add(const LeftOut& what, const std::string& reason) {
    return reasons_.emplace(what, reason).second;
  }

  /// Those of an answer.
  void Add(const Question& question, const Answer& answer) {
    for (const Candidate& timing : answer.timings) {
      if (!timing.failed.empty()) Add(LeftOutOf(ProblemOf(question), timing.choice), timing.failed);
    }
  }

  /// The choice of a question that ended its job. Nothing where it has several: it is not known
  /// which of them did.
  void AddEnd(const Question& question, const std::string& reason) {
    if (question.choices.size() != 1) return;
    Add(LeftOutOf(ProblemOf(question), question.choices.front()),
        reason.empty() ? "did not end" : reason);
  }

  /// Why it is left out; nullptr where it is not.
  const std::string* Find(const LeftOut& what) const {
    const auto found = reasons_.find(what);
    return found == reasons_.end() ? nullptr : &found->second;
  }

  /// The question without what is left out; maybe without any choice.
  Question Without(Question question) const {
    std::erase_if(question.choices, [&](const std::string& choice) {
      return Find(LeftOutOf(ProblemOf(question), choice)) != nullptr;
    });
    return question;
  }

  /// With what is left out of `question` again, in its order, and why.
  Answer Complete(const Question& question, const Answer& answer) const;

  const std::map<LeftOut, std::string>& all() const { return reasons_; }

 private:
  std::map<LeftOut, std::string> reasons_;
};

/// "gather:knomial:k=4 on 13 ranks, 1 per node, with another root than 0".
std::string ToText(const LeftOut& what);

/// "gather of 8KB on 13 ranks (knomial:k=4)", of a question that has no answer.
std::string UnansweredText(const Question& question);

/// A line for each: what failed, and why; empty where nothing has.
std::string FailuresText(const Failures& failures);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_FAILURES_H_
