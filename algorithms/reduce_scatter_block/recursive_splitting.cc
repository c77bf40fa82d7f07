// Reduce-scatter by recursive splitting, which is recursive halving with radix k. In each round the
// k ranks that differ in one digit in base k give each other a k-th of the blocks that each still
// has. The highest digit comes first. The ranks are folded to the largest power of k: the others
// send their vector to a neighbor before. The neighbor also computes their block and gives it to
// them in the end. With k = 2 it is recursive_halving.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), for k = 2; for any k MPICH's MPIR_TSP_Ireduce_scatter_sched_intra_recexch,
// of MPI_Ireduce_scatter. Distances shrink, so that each rank ends with its own block; so the
// operands are not in the order of ranks.
// Cost for p ranks, a power of k, and m bytes in all blocks, Hockney with gamma for combining a
// byte: (k-1) log_k p alpha + (p-1)/p m (beta + gamma) with one port; with k-1 ports
// log_k p alpha + (p-1)/p m (beta/(k-1) + gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return ReduceScatterBySplitting(shape, rank, parameters.k);
}

}  // namespace

Algorithm ReduceScatterBlockRecursiveSplitting() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "recursive_splitting",
      .summary = "groups of k at shrinking distances give each other a k-th of their blocks",
      .source =
          "Thakur, Rabenseifner & Gropp 2005; MPICH, Ireduce_scatter_block_sched_intra_recexch",
      .parameters = {WideRadix(4)},
      .limits = {kCommutative},
      .build = Build,
  };
}

Algorithm ReduceScatterRecursiveSplitting() {
  Algorithm algorithm = ReduceScatterBlockRecursiveSplitting();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.source =
      "Thakur, Rabenseifner & Gropp 2005; MPICH, Ireduce_scatter_sched_intra_recexch";
  return algorithm;
}

}  // namespace colltune
