// Backward chain broadcast: the chain in the direction of falling ranks. It takes as long as the
// chain; a way to time broadcasts that rates the two differently is biased.
//
// Source: de Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid"
// (HPDC 1999), section 3.
// Cost for p ranks and m bytes, LogGP: (p-1)(o + (m-1)G + L + o).
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Block whole = Output(0, shape.elements);
  Schedule schedule;
  const Rank self = ToRelative(shape, rank);
  const Rank place = (shape.ranks - self) % shape.ranks;  // 0 at the root, 1 for root-1, ...
  if (place > 0) schedule.Receive(ToRank(shape, self + 1), whole).NextRound();
  if (place + 1 < shape.ranks) schedule.Send(ToRank(shape, self + shape.ranks - 1), whole);
  return schedule;
}

}  // namespace

Algorithm BcastChainBackward() {
  return {
      .collective = Collective::kBcast,
      .name = "chain_backward",
      .summary = "each rank passes the message on to the one before",
      .source = "de Supinski & Karonis 1999, section 3 (\"backward\")",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
