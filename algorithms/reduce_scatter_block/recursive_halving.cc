// Reduce-scatter by recursive halving: a rank gives its partner, at half the distance of the round
// before, the operands of the blocks on that side, and keeps the other half. Ranks beyond a power
// of two send their vector to a neighbor before. The neighbor also computes their block and gives
// it to them in the end.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005); MPICH's MPIR_Reduce_scatter_intra_recursive_halving. Distances halve, so
// that each rank ends with its own block; so the operands are not in the order of ranks.
// Cost for a power of two of ranks p and m bytes in all blocks, Hockney with gamma for combining a
// byte: lg p alpha + (p-1)/p m (beta + gamma); otherwise 2 alpha + m (1+1/p) beta + m gamma more.
#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return ReduceScatterBySplitting(shape, rank, 2);
}

}  // namespace

Algorithm ReduceScatterBlockRecursiveHalving() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "recursive_halving",
      .summary = "pairs at halving distances give each other half of their blocks",
      .source =
          "Thakur, Rabenseifner & Gropp 2005; "
          "MPICH, Reduce_scatter_block_intra_recursive_halving",
      .parameters = {},
      .limits = {kCommutative},
      .build = Build,
  };
}

Algorithm ReduceScatterRecursiveHalving() {
  Algorithm algorithm = ReduceScatterBlockRecursiveHalving();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.source =
      "Thakur, Rabenseifner & Gropp 2005; MPICH, Reduce_scatter_intra_recursive_halving";
  return algorithm;
}

}  // namespace colltune
