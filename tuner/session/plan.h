// The plan of a tuning before anything is measured: its trials and their estimated time. Pure.
#ifndef COLLTUNE_TUNER_SESSION_PLAN_H_
#define COLLTUNE_TUNER_SESSION_PLAN_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuner/problem/predictor.h"
#include "tuner/problem/search_space.h"
#include "tuner/problem/trial.h"

namespace colltune::tune {

/// Assumed latency and time per byte of a message where no network has been measured.
inline constexpr Seconds kAssumedLatency(2e-6);
inline constexpr double kAssumedByteTime = 1e-10;  ///< seconds per byte

struct Plan {
  std::vector<Trial> trials;          ///< open; none depends on the results of others
  std::vector<CompletedTrial> known;  ///< results in the journal
  bool knows_network = false;         ///< the predictor's network was measured, not assumed
  int reps = 10;                      ///< least repetitions in a trial
  std::optional<Seconds> budget;      ///< of all trials
};

/// Estimates the time of a trial: a start-up time, and a guessed multiple of `reps` times the
/// predicted times of all candidates. A candidate without a prediction counts as the mean of the
/// others; without any prediction the start-up time is all.
Seconds GuessOf(const Trial& trial, const Predictor& predictor, int reps);

/// Returns the time spent on `known` divided by the sum of its GuessOf; 1 where none was spent.
double PaceOf(std::span<const CompletedTrial> known, const Predictor& predictor, int reps);

/// The plan for people to read, with the assumptions that its times rest on.
std::string PlanText(const Plan& plan, const SearchSpace& space, const Predictor& predictor);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_PLAN_H_
