// Reduce-scatter by pairwise exchange: in round i of p-1 each rank sends its operand of the block
// of the rank i above it, and receives an operand of its own block from the rank i below it.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005); MPICH's MPIR_Reduce_scatter_intra_pairwise, for commutative operations.
// Here also for others, since operands come from falling ranks. Operands of ranks below this one
// come first, and each goes to the left of the result. Operands of ranks above follow, from the
// last rank on; they are combined apart, since they belong to the right.
// Cost for p ranks and m bytes in all blocks, Hockney with gamma for combining a byte: (p-1) alpha
// + (p-1)/p m (beta + gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/accumulator.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

/// `slots`: three regions for a block of this rank.
Schedule Build(const Shape& shape, Rank rank, const std::vector<BufferRegion>& slots) {
  const Block own = Output(0, 1);
  const BufferRegion result = shape.in_place ? slots[2] : BufferRegion{Buffer::kOutput};
  const bool is_last = rank + 1 == shape.ranks;
  const bool apart = !shape.commutative && !is_last;  // the sum of the ranks above: in `result`
  // The last rank's operand is the rightmost of all, and is copied to `result`, apart from arriving
  // operands.
  Accumulator sum = InScratch(shape,
                              shape.commutative ? std::vector{result, slots[0]}
                                                : std::vector{slots[0], apart ? slots[1] : result},
                              rank);
  Schedule schedule;
  for (int i = 1; i < shape.ranks; ++i) {
    const Rank to = Around(rank, i, shape.ranks);
    const Rank from = Around(rank, -i, shape.ranks);
    const bool above = apart && from > rank;
    const Block into = above && from + 1 == shape.ranks ? result.At(own) : sum.Spare(0, own);
    schedule.NextRound().Receive(from, into).Send(to, Input(to, 1));
    if (!above) {
      sum.Combine(schedule, own, 1, from > rank ? 1 : 0);
    } else if (into != result.At(own)) {
      schedule.Reduce(into, result.At(own));
    }
  }
  if (!apart) {
    sum.MoveTo(schedule, own, {Buffer::kOutput});
    return schedule;
  }
  schedule.Reduce(sum.Value(own), result.At(own));
  if (shape.in_place) schedule.Copy(result.At(own), own);
  return schedule;
}

/// Builds reduce_scatter_block, whose blocks are of equal size.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters&) {
  return Build(shape, rank, Slots(3, 1));
}

/// Builds reduce_scatter, in the elements of the scratch buffer that are as large as this rank's
/// block.
Schedule BuildVector(const Shape& shape, Rank rank, const Parameters&) {
  return Build(shape, rank, Slots(3, shape.ranks, rank));
}

}  // namespace

Algorithm ReduceScatterBlockPairwise() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "pairwise",
      .summary = "each rank sends each other its operand of that one's block, one a round",
      .source = "Thakur, Rabenseifner & Gropp 2005; MPICH, Reduce_scatter_block_intra_pairwise",
      .parameters = {},
      .limits = {},
      .build = BuildBlock,
  };
}

Algorithm ReduceScatterPairwise() {
  Algorithm algorithm = ReduceScatterBlockPairwise();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.source = "Thakur, Rabenseifner & Gropp 2005; MPICH, Reduce_scatter_intra_pairwise";
  algorithm.build = BuildVector;
  return algorithm;
}

}  // namespace colltune
