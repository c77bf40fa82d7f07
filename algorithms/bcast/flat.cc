// Flat broadcast: the root sends the message to each other rank in turn, and starts a send only
// when the one before is complete.
//
// Source: de Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid"
// (HPDC 1999), section 4, where it is the algorithm that breaks their method's precondition.
// Cost for p ranks and m bytes, LogGP: (p-1) sends one after another at the root, which spends the
// overhead of the next when the buffer of the last is free; the last rank is done at
// (p-2)(max(o, g) + (m-1)G) + o + (m-1)G + L + o.
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Block whole = Output(0, shape.elements);
  Schedule schedule;
  if (rank != shape.root) return schedule.Receive(shape.root, whole);
  for (Rank i = 1; i < shape.ranks; ++i) schedule.Send(ToRank(shape, i), whole).NextRound();
  return schedule;
}

}  // namespace

Algorithm BcastFlat() {
  return {
      .collective = Collective::kBcast,
      .name = "flat",
      .summary = "the root sends to each rank in turn",
      .source = "de Supinski & Karonis 1999, section 4",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
