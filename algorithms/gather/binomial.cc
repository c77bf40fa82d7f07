// Binomial tree gather: the binomial scatter backwards. Each rank collects the blocks of its
// children's subtrees, the smallest subtree first, and sends them on with its own in one message.
//
// Source: MPICH's MPIR_Gather_intra_binomial. Here a subtree's blocks that wrap around the end of
// the ranks are one message of two parts.
// Cost for p ranks and blocks of m bytes, Hockney: ceil(lg p) alpha + (p-1) m beta.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_blocks.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const auto tree = [&](Rank place) { return Binomial(place, shape.ranks); };
  return TreeGather(shape, rank, tree, 2);
}

}  // namespace

Algorithm GatherBinomial() {
  return {
      .collective = Collective::kGather,
      .name = "binomial",
      .summary = "each rank collects the blocks of its subtree for its parent",
      .source = "MPICH, MPIR_Gather_intra_binomial",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
