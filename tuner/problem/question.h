// One question to the machine, and its answer. Pure values.
#ifndef COLLTUNE_TUNER_PROBLEM_QUESTION_H_
#define COLLTUNE_TUNER_PROBLEM_QUESTION_H_

#include <string>
#include <utility>
#include <vector>

#include "algorithms/shape.h"
#include "profiles/decision_table.h"
#include "tuner/problem/space.h"

namespace colltune::tune {

/// A race of some implementations of one problem.
struct Question {
  Collective collective = Collective::kBcast;
  int ranks = 0;
  int ranks_per_node = 0;
  Bytes bytes;
  Rank root = 0;
  std::vector<std::string> choices;  ///< as ToText(Choice) writes them, in any order
  bool confirms = false;             ///< replicates an earlier question in an independent run

  friend bool operator==(const Question&, const Question&) = default;
};

inline Question About(const Problem& problem, std::vector<std::string> choices) {
  return {problem.collective,
          problem.layout.ranks,
          problem.layout.ranks_per_node,
          problem.bytes,
          problem.root,
          std::move(choices),
          false};
}

inline Problem ProblemOf(const Question& question) {
  return {question.collective,
          {question.ranks, question.ranks_per_node},
          question.bytes,
          question.root};
}

struct Answer {
  std::vector<Candidate> timings;  ///< one for each choice, in their order; no predictions
  Seconds spent{};                 ///< on the machine's clock
  /// Whether time was too short for all wanted repetitions, or for some candidates at all.
  bool cut_short = false;

  friend bool operator==(const Answer&, const Answer&) = default;
};

struct Answered {
  Question question;
  Answer answer;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_QUESTION_H_
