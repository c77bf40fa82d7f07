// Derives hosts, sites and costs from a network, for algorithms that are shaped by the machine.
#ifndef COLLTUNE_MODELS_FEATURES_TOPOLOGY_FROM_NETWORK_H_
#define COLLTUNE_MODELS_FEATURES_TOPOLOGY_FROM_NETWORK_H_

#include <span>

#include "algorithms/places.h"
#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// Returns the hosts of ranks at these places, which are those of `network`. Requires places.
/// - Hosts are of a kind if all messages to and from other hosts take the same times but for 1 %.
///   The tolerance is larger if there would be more than Machine::kMostKinds kinds.
/// - Hosts are on a site if their messages cross no link that several hosts send through and
///   several receive through, or if other hosts connect them in this way.
/// - If all hosts so are one site, `network` tells their sites.
Machine MachineOf(const Network& network, std::span<const measure::Place> places);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_TOPOLOGY_FROM_NETWORK_H_
