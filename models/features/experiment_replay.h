// Network experiments, played on a network.
#ifndef COLLTUNE_MODELS_FEATURES_EXPERIMENT_REPLAY_H_
#define COLLTUNE_MODELS_FEATURES_EXPERIMENT_REPLAY_H_

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// Returns the simulated time of a sample of kPairsAtOnce, whose streams share the links of
/// `network`.
Seconds ReplayedStreams(const measure::NetworkSample& sample, const Network& network);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_EXPERIMENT_REPLAY_H_
