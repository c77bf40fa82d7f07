// Allreduce by recursive multiplying: in round i the k ranks whose numbers differ only in digit i
// in base k give each other what they have combined so far. The ranks are folded to the largest
// power of k: the others send their operand to a neighbor before and get the result afterwards.
//
// Source: Ruefenacht, Bull & Booth, "Generalisation of recursive doubling for AllReduce: now with
// simulation" (Parallel Computing 2017); MPICH's MPIR_Allreduce_intra_recursive_multiplying, whose
// folds take ranks that are far apart. Neighbors keep the operands in the order of ranks.
// Cost for p ranks, a power of k, and m bytes, Hockney with gamma for combining a byte:
// log_k p (alpha + (k-1)(m beta + m gamma)).
#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return AllreduceByMultiplying(shape, rank, parameters.k);
}

}  // namespace

Algorithm AllreduceRecursiveMultiplying() {
  return {
      .collective = Collective::kAllreduce,
      .name = "recursive_multiplying",
      .summary = "groups of k at multiplying distances give each other all they have",
      .source = "Ruefenacht, Bull & Booth 2017; MPICH, Allreduce_intra_recursive_multiplying",
      .parameters = {Radix(4)},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
