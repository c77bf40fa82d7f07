// Binomial tree reduction: the binomial broadcast backwards; each rank combines what its subtrees
// have, the smallest first, and sends it to its parent. An operation that is not commutative is
// reduced to rank 0, which passes the result on to the root.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005); MPICH's MPIR_Reduce_intra_binomial.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// ceil(lg p)(alpha + m beta + m gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return ReduceAlongKnomial(shape, rank, 2);
}

}  // namespace

Algorithm ReduceBinomial() {
  return {
      .collective = Collective::kReduce,
      .name = "binomial",
      .summary = "in each round half of the ranks that are left send to the other half",
      .source = "Thakur, Rabenseifner & Gropp 2005; MPICH, Reduce_intra_binomial",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
