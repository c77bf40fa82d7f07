// Rabenseifner's allreduce with radix k: a reduce-scatter, then an allgather that goes the same way
// back. In each round of the reduce-scatter the k ranks that differ in one digit in base k give
// each other a k-th of their vector. The ranks are folded to the largest power of k: the others
// send their vector to a neighbor before and get the result afterwards. With k = 2 it is
// rabenseifner.
//
// Distances grow and then shrink. So most data travel between neighbors, and operands are combined
// in the order of ranks.
//
// Source: Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004), for k = 2;
// for any k MPICH's MPIR_Allreduce_intra_k_reduce_scatter_allgather. MPICH folds groups of k ranks,
// and ends each exchange of the reduce-scatter before the next. Here groups are as small as
// possible, and the k-1 exchanges of a digit are one round.
// Cost for p ranks, a power of k, and m bytes, Hockney with gamma for combining a byte:
// 2 (k-1) log_k p alpha + 2 (p-1)/p m beta + (p-1)/p m gamma with one port; with k-1 ports
// 2 log_k p alpha + 2 (p-1)/p m/(k-1) beta + (p-1)/p m gamma.
#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

constexpr Limit kElementPerPowerOfRadix = {
    "at least one element for each of the largest power of k of ranks",
    [](const Shape& shape, const Parameters& parameters) {
      return shape.elements >= LargestPower(shape.ranks, RadixOf(shape, parameters.k));
    }};

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return AllreduceBySplitting(shape, rank, parameters.k);
}

}  // namespace

Algorithm AllreduceKReduceScatterAllgather() {
  return {
      .collective = Collective::kAllreduce,
      .name = "k_reduce_scatter_allgather",
      .summary = "reduce-scatter among groups of k by recursive splitting, then allgather back",
      .source = "Rabenseifner 2004; MPICH, Allreduce_intra_k_reduce_scatter_allgather",
      .parameters = {WideRadix(4)},
      .limits = {kElementPerPowerOfRadix},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
