// Where the ranks of a job run.
#ifndef COLLTUNE_MEASURE_NETWORK_PLACES_H_
#define COLLTUNE_MEASURE_NETWORK_PLACES_H_

#include <mpi.h>

#include <span>
#include <vector>

#include "measure/network/samples.h"

namespace colltune {

/// Of each rank: the name by which MPI knows its node, and the package of the processor that it
/// runs on now, by the kernel's numbers (/sys/devices/system/cpu; 0 where it tells none, and in
/// SMPI). Ranks that are not bound may be elsewhere later. Collective; alike on all ranks.
std::vector<Place> PlacesOf(MPI_Comm comm);

/// A number for each rank, the same on one host.
std::vector<int> HostNumbers(std::span<const Place> places);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_PLACES_H_
