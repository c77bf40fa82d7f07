// Network experiments, played on a network: what link explains what they took.
#ifndef COLLTUNE_MODELS_FEATURES_REPLAY_H_
#define COLLTUNE_MODELS_FEATURES_REPLAY_H_

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune {

/// What one_to_many_last_answers or many_to_one takes where its messages share one link of
/// `byte_time` seconds per byte, out of `from` or into `to`, and the rest is as in `network`, whose
/// own shared links and receive gaps do not count.
Seconds ReplayedTime(const NetworkSample& sample, const Network& network, double byte_time);

/// The `byte_time` with which it takes `time`; 0 where it takes as long without any link.
double LinkThatExplains(const NetworkSample& sample, Seconds time, const Network& network);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FEATURES_REPLAY_H_
