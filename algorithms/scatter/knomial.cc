// K-nomial tree scatter: the binomial scatter with radix k. The k-1 messages to children with
// subtrees of the same size are in flight together.
//
// Source: UCC's ucc_tl_ucp_scatter_knomial.
// Cost for p ranks and blocks of m bytes, Hockney: (k-1)ceil(log_k p) alpha + (p-1) m beta; where
// the k-1 messages of a round overlap, ceil(log_k p) alpha.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_blocks.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const auto tree = [&](Rank place) { return Knomial(place, shape.ranks, parameters.k); };
  return TreeScatter(shape, rank, tree, parameters.k);
}

}  // namespace

Algorithm ScatterKnomial() {
  return {
      .collective = Collective::kScatter,
      .name = "knomial",
      .summary = "the binomial scatter with radix k",
      .source = "UCC, ucc_tl_ucp_scatter_knomial",
      .parameters = {Radix(4)},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
