// Chain broadcast (the "linear" broadcast of the source): each rank receives the
// message from the rank before it and passes it on to the rank behind it.
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
  if (self > 0) schedule.Receive(ToRank(shape, self - 1), whole).NextRound();
  if (self + 1 < shape.ranks) schedule.Send(ToRank(shape, self + 1), whole);
  return schedule;
}

}  // namespace

Algorithm BcastChain() {
  return {
      .collective = Collective::kBcast,
      .name = "chain",
      .summary = "each rank passes the message on to the next",
      .source = "de Supinski & Karonis 1999, section 3 (\"linear\")",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
