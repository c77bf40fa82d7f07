// Ring allgather: in each of p-1 rounds a rank sends to its right neighbour the block that it got
// last from its left neighbour, its own first.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), section 4.1.
// Cost for p ranks and blocks of m bytes, LogGP: (p-1)(o + (m-1)G + L + o). The volume is the
// least possible, and all of it goes between neighbours.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  Schedule schedule;
  schedule.Copy(Input(0, 1), Output(rank, 1));
  AppendRingAllgather(
      schedule, shape.ranks, rank, [](int first, int last) { return Output(first, last - first); },
      PlaceIsRank);
  return schedule;
}

Algorithm Ring(Collective collective) {
  return {
      .collective = collective,
      .name = "ring",
      .summary = "each rank passes on to the right what it got last from the left",
      .source = "Thakur, Rabenseifner & Gropp 2005, section 4.1",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace

Algorithm AllgatherRing() { return Ring(Collective::kAllgather); }

Algorithm AllgathervRing() { return Ring(Collective::kAllgatherv); }

}  // namespace colltune
