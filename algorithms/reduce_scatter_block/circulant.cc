// Reduce-scatter on a circulant graph: in each of ceil(lg p) rounds a rank sends the sums of the
// farther half of the blocks that it still has, counted upwards from its own. They go to the rank
// that far above it, for which they are the nearer half. So no number of ranks needs more rounds
// than the next power of two.
//
// The blocks lie in scratch memory, this rank's own first. The operands that the first round sends
// may go on at block 0, and are then two parts of one message.
//
// Source: Traeff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
// arXiv 2410.14234), the reduce-scatter.
// Cost for p ranks and m bytes in all blocks, Hockney with gamma for combining a byte:
// ceil(lg p) alpha + (p-1)/p m (beta + gamma).
#include "algorithms/phases/circulant.h"

#include <cstdint>

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

/// The sums begin at element `sums` of the scratch buffer, and arriving sums at `arriving`.
Schedule BuildAt(std::int64_t sums, std::int64_t arriving, const Shape& shape, Rank rank) {
  const int p = shape.ranks;
  const Block own = Output(0, 1);
  Schedule schedule;
  if (p == 1) return schedule.Copy(Input(0, 1), own);
  const auto scratch = [](std::int64_t begin) {
    return [begin](int first, int last) { return Scratch(begin + first, last - first); };
  };
  // Two ranks combine their operands in the round that brings the result, which may not yet
  // replace them.
  const bool aside = shape.in_place && p == 2;
  AppendCirculantReduceScatter(
      schedule, p, rank,
      {.operands =
           FromSelf([](int first, int last) { return Input(first, last - first); }, rank, p),
       .writable = false,
       .sums = scratch(sums),
       .arriving = scratch(arriving),
       .result = aside ? Pieces{} : [](int first, int last) { return Output(0, last - first); }});
  return aside ? schedule.Copy(Scratch(sums, 1), own) : schedule;
}

/// Builds reduce_scatter_block, whose blocks are of equal size.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters&) {
  return BuildAt(0, (shape.ranks + 1) / 2, shape, rank);
}

/// Builds reduce_scatter, in elements of the scratch buffer that are as large as the blocks.
Schedule BuildVector(const Shape& shape, Rank rank, const Parameters&) {
  return BuildAt(rank, shape.ranks + rank, shape, rank);
}

}  // namespace

Algorithm ReduceScatterBlockCirculant() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "circulant",
      .summary = "each rank sends half of its blocks' sums on, by skips that halve",
      .source = "Traeff 2024, non-pipelined reduce-scatter",
      .parameters = {},
      .limits = {kCommutative},
      .build = BuildBlock,
  };
}

Algorithm ReduceScatterCirculant() {
  Algorithm algorithm = ReduceScatterBlockCirculant();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.build = BuildVector;
  return algorithm;
}

}  // namespace colltune
