// k-nomial tree reduction: on each level a rank receives from k-1 children at a time, combines, and
// at last sends to its parent. An operation that is not commutative is reduced to rank 0, which
// passes the result on to the root.
//
// Source: Open MPI's ompi_coll_base_reduce_intra_knomial.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// ceil(log_k p)(alpha + (k-1) m beta + (k-1) m gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return ReduceAlongKnomial(shape, rank, parameters.k);
}

}  // namespace

Algorithm ReduceKnomial() {
  return {
      .collective = Collective::kReduce,
      .name = "knomial",
      .summary = "a rank receives from k-1 others at a time, on each level of the tree",
      .source = "Open MPI, reduce_intra_knomial",
      .parameters = {Radix(4)},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
