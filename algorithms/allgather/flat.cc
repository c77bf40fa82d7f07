// Flat allgather: each rank sends its block to every other rank, all messages in flight together.
//
// The partners are ordered from the rank itself upwards, so that not all ranks send to the same
// one first.
//
// Source: Open MPI's ompi_coll_base_allgather_direct_messaging; the order of partners is that of
// MPICH's MPIR_Alltoall_intra_scattered.
// Cost for p ranks and blocks of m bytes, LogGP: (p-2) max(2o, g + (m-1)G) + o + (m-1)G + L + o,
// since a rank spends an overhead for each message that it sends and for each that it receives.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  Schedule schedule;
  for (int i = 1; i < p; ++i) {
    const Rank from = Around(rank, -i, p);
    schedule.Receive(from, Output(from, 1));
  }
  for (int i = 1; i < p; ++i) schedule.Send(Around(rank, i, p), Input(0, 1));
  return schedule.Copy(Input(0, 1), Output(rank, 1));
}

Algorithm Flat(Collective collective) {
  return {
      .collective = collective,
      .name = "flat",
      .summary = "each rank sends its block to every other, all at once",
      .source = "Open MPI's allgather_direct_messaging",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace

Algorithm AllgatherFlat() { return Flat(Collective::kAllgather); }

Algorithm AllgathervFlat() { return Flat(Collective::kAllgatherv); }

}  // namespace colltune
