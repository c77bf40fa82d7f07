// Recursive doubling allgather: in round i, ranks whose numbers differ in bit i give each other
// all the blocks that they have, 2^i of them.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), section 4.1.
// Cost for p ranks and blocks of m bytes, LogGP: sum over i < lg p of (o + (2^i m - 1)G + L + o),
// about lg p (L + 2o) + (p-1) m G. For other p the source repairs the missing subtrees in up to
// lg p more rounds, and prefers other algorithms; here they are declined.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  Schedule schedule;
  schedule.Copy(Input(0, 1), Output(rank, 1));
  AppendRecursiveDoublingAllgather(
      schedule, shape.ranks, rank, [](int first, int last) { return Output(first, last - first); },
      PlaceIsRank);
  return schedule;
}

}  // namespace

Algorithm AllgatherRecursiveDoubling() {
  return {
      .collective = Collective::kAllgather,
      .name = "recursive_doubling",
      .summary = "partners at doubling distances exchange all that they have",
      .source = "Thakur, Rabenseifner & Gropp 2005, section 4.1",
      .parameters = {},
      .limits = {kPowerOfTwoRanks},
      .build = Build,
  };
}

}  // namespace colltune
