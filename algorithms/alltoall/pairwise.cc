// Pairwise all-to-all: in each of p-1 rounds a rank sends to one rank and receives from one. For a
// power of two of ranks, the two are the same, the rank whose number is the exclusive or of this
// one's and the round's.
//
// For other p, a rank sends to the one `round` above and receives from the one `round` below; in
// place, where the two have to be the same, the numbers of partners add up to the same modulo p
// (p steps, in one of which a rank has no partner).
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), all-to-all for long messages.
// Cost for p ranks and blocks of m bytes, LogGP: (p-1)(o + (m-1)G + L + o); in place, for p that
// are no power of two, up to one step more, and all blocks are copied once more.
#include <bit>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchanges.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  if (!std::has_single_bit(static_cast<unsigned>(shape.ranks))) {
    return BoundedExchange(shape, rank, 1);
  }
  Schedule schedule;
  for (int round = 1; round < shape.ranks; ++round) {
    AppendExchange(schedule, shape.in_place, rank, {{rank ^ round, rank ^ round}});
  }
  return schedule.Copy(Input(rank, 1), Output(rank, 1));
}

Algorithm Pairwise(Collective collective) {
  return {
      .collective = collective,
      .name = "pairwise",
      .summary = "each rank exchanges with one other at a time",
      .source = "Thakur, Rabenseifner & Gropp 2005, all-to-all",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace

Algorithm AlltoallPairwise() { return Pairwise(Collective::kAlltoall); }

Algorithm AlltoallvPairwise() { return Pairwise(Collective::kAlltoallv); }

Algorithm AlltoallwPairwise() { return Pairwise(Collective::kAlltoallw); }

}  // namespace colltune
