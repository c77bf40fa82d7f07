// Flat broadcast with all sends in flight together: the root starts one send to each other rank
// and then waits for all, so that the handshakes of large messages overlap.
//
// Source: the algorithm of MPIBlib's flat trees (Lastovetsky, Rychkov, O'Flynn, EuroPVM/MPI 2008)
// with nonblocking sends.
// Cost for p ranks and m bytes, LogGP: (p-2) max(o, g + (m-1)G) + o + (m-1)G + L + o, since the
// overheads pass while the port is busy; with rendezvous the waits for the receivers overlap.
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Block whole = Output(0, shape.elements);
  Schedule schedule;
  if (rank != shape.root) return schedule.Receive(shape.root, whole);
  for (Rank i = 1; i < shape.ranks; ++i) schedule.Send(ToRank(shape, i), whole);
  return schedule;
}

}  // namespace

Algorithm BcastFlatNonblocking() {
  return {
      .collective = Collective::kBcast,
      .name = "flat_nonblocking",
      .summary = "the root starts the sends to all ranks, then waits for them",
      .source = "Lastovetsky, Rychkov & O'Flynn 2008, section 2",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
