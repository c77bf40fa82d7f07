// What a network says of hosts, for algorithms that are shaped by them.
#ifndef COLLTUNE_MODELS_FEATURES_MACHINE_OF_H_
#define COLLTUNE_MODELS_FEATURES_MACHINE_OF_H_

#include <span>

#include "algorithms/places.h"
#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune {

/// The hosts of ranks at these places, which are those of `network`. Hosts are of a kind where all
/// messages to and from others take the same but for 1 %, or more where there would be more than
/// Machine::kMostKinds; and on a site where their messages cross no link that those of other pairs
/// of hosts cross, too, or where other hosts connect them so; if those are all, where the network
/// says so. Requires places.
Machine MachineOf(const Network& network, std::span<const Place> places);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FEATURES_MACHINE_OF_H_
