#include "tuner/decide/confirmations.h"

#include <algorithm>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

constexpr int kNoRun = 0;  // runs are counted from 1

bool IsAgainstLibrary(const Trial& trial) {
  return trial.choices.size() == 2 && std::ranges::count(trial.choices, kLibrary) == 1;
}

Problem WithAnyRoot(Problem problem) {
  problem.root = 0;
  return problem;
}

ChoiceId Challenger(const Trial& trial) {
  return trial.choices[trial.choices[0] == kLibrary ? 1 : 0];
}

}  // namespace

Trial ReplicationTrial(const Problem& problem, ChoiceId choice) {
  Trial trial{problem, {kLibrary, choice}};
  trial.replicates = true;
  return trial;
}

void Confirmations::Add(const Trial& trial, const TrialResult& result, int run) {
  const Problem problem = trial.problem;
  if (trial.replicates) {
    ++trials_;
    spent_ += result.spent;
    // Few samples have wide intervals: an overlap would not refute the decision.
    if (IsAgainstLibrary(trial) && !result.cut_short) {
      repeated_[{problem, Challenger(trial)}].push_back({run, result});
    }
    return;
  }
  for (const Candidate& timing : result.timings) {
    if (timing.samples > 0) measured_[{WithAnyRoot(problem), timing.choice}] = run;
  }
}

void Confirmations::AddHung(const Trial& trial) {
  if (!IsAgainstLibrary(trial)) return;
  repeated_[{trial.problem, Challenger(trial)}].push_back({kNoRun, {}});
}

bool Confirmations::IsAnother(const Trial& repetition, int run) const {
  const Problem problem = repetition.problem;
  ChoiceId choice = Challenger(repetition);
  const auto measured = measured_.find({WithAnyRoot(problem), choice});
  if (measured != measured_.end() && measured->second == run) return false;
  const auto repeated = repeated_.find({problem, choice});
  return repeated == repeated_.end() ||
         std::ranges::find(repeated->second, run, &Repeated::run) == repeated->second.end();
}

std::map<int, const TrialResult*> Confirmations::FindAll(const Problem& problem,
                                                         ChoiceId choice) const {
  std::map<int, const TrialResult*> all;
  const auto repeated = repeated_.find({problem, choice});
  if (repeated == repeated_.end()) return all;
  const auto measured = measured_.find({WithAnyRoot(problem), choice});
  for (const Repeated& one : repeated->second) {
    if (measured == measured_.end() || one.run != measured->second) all[one.run] = &one.result;
  }
  return all;
}

}  // namespace colltune::tune
