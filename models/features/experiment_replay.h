// Network experiments, played on a network.
#ifndef COLLTUNE_MODELS_FEATURES_EXPERIMENT_REPLAY_H_
#define COLLTUNE_MODELS_FEATURES_EXPERIMENT_REPLAY_H_

#include <utility>
#include <vector>

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// Returns the streams of a sample of kPairsAtOnce or kStreamsAtOnce, each from one rank to
/// another.
std::vector<std::pair<Rank, Rank>> StreamsOf(const measure::NetworkSample& sample);

/// Returns the simulated time of a sample of kOneToManyLastAnswers, kManyToOne, kPairsAtOnce or
/// kStreamsAtOnce. Throws std::invalid_argument for other experiments.
Seconds ReplayedTime(const measure::NetworkSample& sample, const Network& network);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_EXPERIMENT_REPLAY_H_
