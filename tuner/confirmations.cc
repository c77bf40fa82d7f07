#include "tuner/confirmations.h"

#include <algorithm>

#include "algorithms/registry.h"

namespace colltune {
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
    if (IsAgainstLibrary(question)) {
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

int Confirmations::RunOf(const Question& repetition) const {
  const auto found = measured_.find({WithAnyRoot(ProblemOf(repetition)), Challenger(repetition)});
  return found == measured_.end() ? kNoRun : found->second;
}

const Answer* Confirmations::Find(const Problem& problem, const std::string& choice) const {
  const auto repeated = repeated_.find({problem, choice});
  if (repeated == repeated_.end()) return nullptr;
  const auto measured = measured_.find({WithAnyRoot(problem), choice});
  for (auto it = repeated->second.rbegin(); it != repeated->second.rend(); ++it) {
    if (measured == measured_.end() || it->run != measured->second) return &it->answer;
  }
  return nullptr;
}

}  // namespace colltune
