// Extrapolation of decisions to more nodes than the job has.
#ifndef COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_NODES_H_
#define COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_NODES_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/problem/question.h"
#include "tuner/search/search.h"
#include "tuner/search/simulated_predictor.h"

namespace colltune::tune {

/// Knowledge of a tuning after all measurements.
struct Known {
  const Search& search;
  const std::vector<FittedModel>& models;
  std::span<const std::unique_ptr<SimulatedPredictor>> forecasts;  ///< by `models`, in their order
  const std::vector<Answered>& trials;                             ///< that compared the models
  std::span<const Place> places;                                   ///< of the job's ranks
  const Machine& machine;  ///< the one stored in the profile
};

struct Extension {
  std::vector<Row> rows;
  std::string text;  ///< the outcome, a line; empty where there was nothing to do
};

/// Extrapolates rows to each number of `nodes`, with as many ranks on each node as the job has and
/// with one: see RowBeyond. Uses the model that predicted the trials best, of the models that apply
/// to more nodes. Shows its progress unless `quiet`. Throws Interrupted when asked to stop.
Extension ExtendTo(const std::vector<int>& nodes, const Known& known, bool quiet);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_NODES_H_
