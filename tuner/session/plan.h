// What a tuning would ask, and how long that may take, before anything is measured. Pure.
#ifndef COLLTUNE_TUNER_SESSION_PLAN_H_
#define COLLTUNE_TUNER_SESSION_PLAN_H_

#include <span>
#include <string>
#include <vector>

#include "tuner/problem/predictor.h"
#include "tuner/search/search.h"

namespace colltune::tune {

/// What messages are taken to need where no network is known.
inline constexpr Seconds kAssumedLatency(2e-6);
inline constexpr double kAssumedByteTime = 1e-10;  ///< seconds per byte

struct Plan {
  std::vector<Question> questions;  ///< that do not depend on the answers to others
  std::vector<Answered> known;      ///< answers that need not be asked for
  bool knows_network = false;  ///< what the predictor predicts by was measured, and not assumed
  bool confirms = true;        ///< a second run follows
};

/// What a question takes, by what the predictor predicts for `reps` of each candidate, and a guess
/// of how much more than these it is. What has no prediction is taken for the mean of the others.
Seconds GuessOf(const Question& question, const Predictor& predictor, int reps);

/// What `known` took over what GuessOf says of it; 1 where nothing is known.
double PaceOf(std::span<const Answered> known, const Predictor& predictor, int reps);

/// The plan for people to read, with the assumptions that its times rest on.
std::string PlanText(const Plan& plan, const SearchOptions& options, const Predictor& predictor);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_PLAN_H_
