// The truth about an operation in virtual time: SMPI has one clock for all ranks, so they can
// start at the same moment, and each can say when it has ended.
#ifndef COLLTUNE_TESTS_TRUTH_H_
#define COLLTUNE_TESTS_TRUTH_H_

#include <mpi.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/places.h"
#include "measure/clock/clock.h"
#include "measure/network/places.h"
#include "measure/operation/operation.h"

namespace colltune {

/// The broadcasts that move the message as a whole along one tree. The tests claim that measuring
/// and predicting are exact for them.
inline std::vector<Choice> SimpleBroadcasts() {
  std::vector<Choice> choices;
  for (const char* name : {"flat", "flat_nonblocking", "chain", "chain_backward", "binomial"}) {
    choices.push_back(ParseChoice(Collective::kBcast, name));
  }
  return choices;
}

/// Returns when each rank ends `operation`, in seconds from the common start; the same on all
/// ranks.
inline std::vector<double> TrueEnds(measure::Operation& operation) {
  // SMPI's own broadcast prepares itself in its first call; ours take time for messages alone.
  if (operation.choice().IsLibrary()) operation.Run();
  double start = PMPI_Wtime();
  PMPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX, operation.comm());
  constexpr double kAhead = 1.0;  // s: longer than the operations that are tested
  measure::WtimeClock().WaitUntil(Seconds(start + kAhead));
  const double begin = PMPI_Wtime();
  operation.Run();
  const double mine = PMPI_Wtime() - begin;
  // Messages of ranks that have ended are not to meet those of others.
  measure::WtimeClock().WaitUntil(Seconds(start + 2 * kAhead));
  std::vector<double> ends(static_cast<std::size_t>(operation.ranks()));
  PMPI_Allgather(&mine, 1, MPI_DOUBLE, ends.data(), 1, MPI_DOUBLE, operation.comm());
  return ends;
}

/// Returns when the last rank ends `operation`, in seconds from the common start.
inline double TrueTime(measure::Operation& operation) {
  return std::ranges::max(TrueEnds(operation));
}

/// The places of a communicator's ranks on a machine. Collective.
inline std::shared_ptr<const Places> PlacesIn(MPI_Comm comm, Machine machine) {
  std::vector<std::string> hosts;
  for (const measure::Place& place : measure::PlacesOf(comm)) hosts.push_back(place.host);
  return PlacesIn(std::make_shared<const Machine>(std::move(machine)), hosts);
}

/// Calls `body` with a communicator of `ranks` of the job's processes, on those processes alone.
/// Each site gives ceil(ranks / sites) ranks, the last one those that remain. The sites are equal,
/// consecutive parts of MPI_COMM_WORLD.
inline void OnRanks(int ranks, int sites, const std::function<void(MPI_Comm)>& body) {
  const int all = SizeOf(MPI_COMM_WORLD);
  const int self = RankIn(MPI_COMM_WORLD);
  const int site_size = all / sites;
  const int share = (ranks + sites - 1) / sites;
  const int site = self / site_size;
  const int index = self % site_size;
  const bool member = index < share && site * share + index < ranks;
  MPI_Comm comm = MPI_COMM_NULL;
  Check(PMPI_Comm_split(MPI_COMM_WORLD, member ? 0 : MPI_UNDEFINED, self, &comm));
  if (member) {
    const UniqueComm owner(comm);
    body(comm);
  }
  Check(PMPI_Barrier(MPI_COMM_WORLD));
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_TRUTH_H_
