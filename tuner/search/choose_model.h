// Choice of the fitted network that predicts collectives best on this machine.
#ifndef COLLTUNE_TUNER_SEARCH_CHOOSE_MODEL_H_
#define COLLTUNE_TUNER_SEARCH_CHOOSE_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "tuner/problem/search_space.h"
#include "tuner/problem/trial.h"
#include "tuner/search/simulated_predictor.h"

namespace colltune::tune {

/// Returns trials that tell the models apart, with root 0 of the largest layout:
/// - some collectives that load a network in different ways;
/// - at a small, a middle and a larger size;
/// - the library, and every algorithm with its standard parameters that some model finds promising.
std::vector<Trial> ModelTrials(const SearchSpace& space,
                               const std::vector<std::unique_ptr<SimulatedPredictor>>& predictors);

/// Returns the index of the predictor with the smallest OffBy; the first of equals. Requires a
/// predictor.
std::size_t ChooseModel(const std::vector<std::unique_ptr<SimulatedPredictor>>& predictors,
                        const std::vector<CompletedTrial>& model_trials);

/// Returns the 90th percentile of a model's prediction error over all model trials, as a logarithm;
/// 0 without predictions.
double OffBy(const SimulatedPredictor& predictor, const std::vector<CompletedTrial>& model_trials);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_CHOOSE_MODEL_H_
