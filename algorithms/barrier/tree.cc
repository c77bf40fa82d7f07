// Tree barrier: empty messages go up a k-nomial tree, from each rank when it has heard of all its
// children, and then down.
//
// Source: Open MPI's ompi_coll_base_barrier_intra_tree, which has the binomial tree, k = 2.
// Cost for p ranks, Hockney: 2(k-1)ceil(log_k p) alpha.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Shape rooted{.ranks = shape.ranks};  // without the shape's root: a barrier has none
  return UpAndDown(rooted, Knomial(rank, shape.ranks, parameters.k));
}

}  // namespace

Algorithm BarrierTree() {
  return {
      .collective = Collective::kBarrier,
      .name = "tree",
      .summary = "up a k-nomial tree and down again",
      .source = "Open MPI, ompi_coll_base_barrier_intra_tree",
      .parameters = {Radix(2)},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
