// Extrapolation of decisions to more nodes than the job has.
#ifndef COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_NODES_H_
#define COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_NODES_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/decide/confirmations.h"
#include "tuner/job/progress.h"
#include "tuner/problem/trial.h"
#include "tuner/search/measurements.h"
#include "tuner/search/simulated_predictor.h"

namespace colltune::tune {

/// Knowledge of a tuning after all measurements.
struct Tuned {
  const Measurements& measurements;
  const std::vector<FittedModel>& models;
  std::span<const std::unique_ptr<SimulatedPredictor>> predictors;  ///< by `models`, in their order
  const std::vector<CompletedTrial>& model_trials;                  ///< that compared the models
  std::span<const measure::Place> places;                           ///< of the job's ranks
  const Machine& machine;              ///< the one stored in the profile
  const Confirmations* confirmations;  ///< nullptr where times are exact
};

struct Extrapolation {
  std::vector<Row> rows;
  std::string text;  ///< the outcome, a line; empty where there was nothing to do
};

/// Decides for up to the last of `nodes`, with as many ranks on each node as the job has and with
/// one, as between measured layouts: see Judge. What is expected of layouts on more than half
/// of the job's nodes, or a quarter, from the others tells how far such expectations are off. Uses
/// the model that predicted the model trials best, of the models that apply to more nodes. Throws
/// Interrupted when asked to stop.
Extrapolation ExtrapolateNodes(const std::vector<int>& nodes, const Tuned& tuned,
                               ProgressSink& progress);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_NODES_H_
