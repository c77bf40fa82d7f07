// Nodes that the ranks of a communicator run on: the only place that tells nodes apart.
#ifndef COLLTUNE_ALGORITHMS_MPI_NODES_H_
#define COLLTUNE_ALGORITHMS_MPI_NODES_H_

#include <mpi.h>

#include <span>
#include <string>
#include <vector>

namespace colltune {

/// Returns the name of the host of this process, as MPI says it. Throws MpiError.
std::string ProcessorName();

/// Returns for each rank of `comm` the lowest rank on its node. Two ranks share a node if their
/// hosts have one name and were started at once, or if MPI says that they share memory. Neither
/// alone would do: MPICH 5 for UCX says of no two ranks that they share memory, and containers of
/// one host may have a name each. Collective over `comm`. Throws MpiError.
std::vector<int> NodesOf(MPI_Comm comm);

/// Tells whether all ranks share one node. Collective over `comm`. Throws MpiError.
bool IsOnOneNode(MPI_Comm comm);

/// Returns how many ranks the fullest node has. `nodes` is a node for each rank.
int RanksOfFullestNode(std::span<const int> nodes);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_NODES_H_
