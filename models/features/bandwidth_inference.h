// Infers a shared link's bandwidth by simulating the measured experiments.
#ifndef COLLTUNE_MODELS_FEATURES_BANDWIDTH_INFERENCE_H_
#define COLLTUNE_MODELS_FEATURES_BANDWIDTH_INFERENCE_H_

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// Returns the simulated time of one_to_many_last_answers or many_to_one, in which messages share
/// one link of `byte_time` seconds per byte, out of `from` or into `to`. Otherwise the network is
/// `network` without its own shared links and receive gaps.
Seconds ReplayedTime(const measure::NetworkSample& sample, const Network& network,
                     double byte_time);

/// Returns the `byte_time` with which the experiment takes `time`; 0 if it takes as long without
/// any link.
double LinkThatExplains(const measure::NetworkSample& sample, Seconds time, const Network& network);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_BANDWIDTH_INFERENCE_H_
