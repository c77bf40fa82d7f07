// Bine tree reduction: the Bine tree broadcast backwards. Each rank combines what its subtrees
// have, the smallest first, and sends the result to its parent. A subtree's ranks lie on both sides
// of its root, so that operands are not combined in rank order.
//
// Source: De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
// Locality" (SC 2025, arXiv 2508.17311); libbine's reduce_bine_lat. The source declines numbers of
// ranks that are no power of two.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// lg p (alpha + m beta + m gamma), as the binomial tree.
#include "algorithms/phases/bine.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Node node = Bine(ToRelative(shape, rank), shape.ranks);
  ChildGroups groups;
  for (const Rank child : node.children) groups.insert(groups.begin(), {child});
  return ReduceAlongTree(shape, rank, node.parent, groups, Segments(shape, kUndivided));
}

}  // namespace

Algorithm ReduceBine() {
  return {
      .collective = Collective::kReduce,
      .name = "bine",
      .summary = "the Bine broadcast backwards: a binomial tree with nearer partners",
      .source = "De Sensi et al. 2025",
      .parameters = {},
      .limits = {kPowerOfTwoRanks, kCommutative},
      .build = Build,
  };
}

}  // namespace colltune
