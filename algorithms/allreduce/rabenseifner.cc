// Rabenseifner's allreduce: a reduce-scatter by recursive vector halving and distance doubling,
// then an allgather that goes the same way back. Ranks beyond a power of two send their vector to a
// neighbor before and get the result afterwards.
//
// Source: Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004); Thakur,
// Rabenseifner & Gropp (IJHPCA 2005); MPICH's MPIR_Allreduce_intra_reduce_scatter_allgather.
// Operands are combined in the order of ranks.
// Cost for a power of two of ranks p and m bytes, Hockney with gamma for combining a byte:
// 2 lg p alpha + 2 (p-1)/p m beta + (p-1)/p m gamma; otherwise 2 (alpha + m beta) + m gamma more.
#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return AllreduceBySplitting(shape, rank, 2);
}

}  // namespace

Algorithm AllreduceRabenseifner() {
  return {
      .collective = Collective::kAllreduce,
      .name = "rabenseifner",
      .summary = "reduce-scatter by recursive halving, then allgather by recursive doubling",
      .source = "Rabenseifner 2004; MPICH, Allreduce_intra_reduce_scatter_allgather",
      .parameters = {},
      .limits = {kElementPerPowerOfTwo},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
