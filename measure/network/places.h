// Finds the host and socket that each rank of a job runs on.
#ifndef COLLTUNE_MEASURE_NETWORK_PLACES_H_
#define COLLTUNE_MEASURE_NETWORK_PLACES_H_

#include <mpi.h>

#include <span>
#include <vector>

#include "measure/network/samples.h"

namespace colltune::measure {

/// Returns the place of each rank:
///  - host: MPI's processor name of its node;
///  - socket: package of the processor that it runs on now, by the kernel's number
///    (/sys/devices/system/cpu); 0 where the kernel has none, and in SMPI.
/// Ranks that are not bound may move to another socket later. Collective; alike on all ranks.
std::vector<Place> PlacesOf(MPI_Comm comm);

/// Returns a host number for each rank, from 0 in the order of first appearance.
std::vector<int> HostNumbers(std::span<const Place> places);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_PLACES_H_
