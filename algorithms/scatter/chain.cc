// Chain scatter: each rank receives the blocks of all ranks behind it, keeps its own and passes the
// others on to the next.
//
// Source: the unsegmented linear array; compare the chain broadcast of de Supinski & Karonis (HPDC
// 1999), section 3.
// Cost for p ranks and blocks of m bytes, Hockney: (p-1) alpha + p(p-1)/2 m beta.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_blocks.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const auto tree = [&](Rank place) { return Chain(place, shape.ranks); };
  return TreeScatter(shape, rank, tree, 2);
}

}  // namespace

Algorithm ScatterChain() {
  return {
      .collective = Collective::kScatter,
      .name = "chain",
      .summary = "each rank passes the blocks of the ranks after it on to the next",
      .source = "the linear array; chain of de Supinski & Karonis 1999, section 3",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
