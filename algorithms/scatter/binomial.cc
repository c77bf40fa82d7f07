// Binomial tree scatter: each rank receives the blocks of its subtree in one message and sends each
// child those of the child's subtree, the largest subtree first.
//
// Source: MPICH's MPIR_Scatter_intra_binomial; as part of a broadcast in Thakur, Rabenseifner &
// Gropp (IJHPCA 2005), section 4.2. There the root copies all blocks into relative order; here a
// subtree's blocks that wrap around the end of the ranks are one message of two parts.
// Cost for p ranks and blocks of m bytes, Hockney: ceil(lg p) alpha + (p-1) m beta.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_blocks.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const auto tree = [&](Rank place) { return Binomial(place, shape.ranks); };
  return TreeScatter(shape, rank, tree, 2);
}

}  // namespace

Algorithm ScatterBinomial() {
  return {
      .collective = Collective::kScatter,
      .name = "binomial",
      .summary = "each rank sends its children the blocks of their subtrees",
      .source = "MPICH, MPIR_Scatter_intra_binomial",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
