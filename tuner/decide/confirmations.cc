#include "tuner/decide/confirmations.h"

#include <algorithm>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

constexpr int kNoRun = 0;  // runs are counted from 1

bool IsAgainstLibrary(const Question& question) {
  return question.choices.size() == 2 &&
         std::ranges::count(question.choices, std::string(kLibrary)) == 1;
}

Problem WithAnyRoot(Problem problem) {
  problem.root = 0;
  return problem;
}

const std::string& Challenger(const Question& question) {
  return question.choices[question.choices[0] == kLibrary ? 1 : 0];
}

}  // namespace

Question AskedAgain(const Problem& problem, const std::string& choice) {
  Question question = About(problem, {std::string(kLibrary), choice});
  question.confirms = true;
  return question;
}

void Confirmations::Add(const Question& question, const Answer& answer, int run) {
  const Problem problem = ProblemOf(question);
  if (question.confirms) {
    ++asked_;
    spent_ += answer.spent;
    // Few samples have wide intervals: an overlap would not refute the decision.
    if (IsAgainstLibrary(question) && !answer.cut_short) {
      repeated_[{problem, Challenger(question)}].push_back({run, answer});
    }
    return;
  }
  for (const Candidate& timing : answer.timings) {
    if (timing.samples > 0) measured_[{WithAnyRoot(problem), timing.choice}] = run;
  }
}

void Confirmations::AddHung(const Question& question) {
  if (!IsAgainstLibrary(question)) return;
  repeated_[{ProblemOf(question), Challenger(question)}].push_back({kNoRun, {}});
}

bool Confirmations::IsAnother(const Question& repetition, int run) const {
  const Problem problem = ProblemOf(repetition);
  const std::string& choice = Challenger(repetition);
  const auto measured = measured_.find({WithAnyRoot(problem), choice});
  if (measured != measured_.end() && measured->second == run) return false;
  const auto repeated = repeated_.find({problem, choice});
  return repeated == repeated_.end() ||
         std::ranges::find(repeated->second, run, &Repeated::run) == repeated->second.end();
}

std::map<int, const Answer*> Confirmations::FindAll(const Problem& problem,
                                                    const std::string& choice) const {
  std::map<int, const Answer*> all;
  const auto repeated = repeated_.find({problem, choice});
  if (repeated == repeated_.end()) return all;
  const auto measured = measured_.find({WithAnyRoot(problem), choice});
  for (const Repeated& one : repeated->second) {
    if (measured == measured_.end() || one.run != measured->second) all[one.run] = &one.answer;
  }
  return all;
}

}  // namespace colltune::tune
