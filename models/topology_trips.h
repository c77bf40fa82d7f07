// Experiments that tell the tree of the topology model: round trips between chosen pairs.
#ifndef COLLTUNE_MODELS_TOPOLOGY_TRIPS_H_
#define COLLTUNE_MODELS_TOPOLOGY_TRIPS_H_

#include "measure/network/samples.h"

namespace colltune::models {

/// Returns the round trips to time next, as features/pair_design.h chooses pairs of hosts, between
/// first ranks. On each host with several ranks also two pairs of these: one on a socket, one on
/// two. Sizes are the smallest one and the two that tell what a byte takes. Returns none once the
/// tree is certain; nor where all pairs of hosts are fewer than MostDesignedPairs, and should all
/// be timed.
measure::TripsWanted DesignTrips(const measure::NetworkData& data);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_TRIPS_H_
