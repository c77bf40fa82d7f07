// Reduce-scatter as a binomial reduction of all blocks to rank 0 followed by a binomial scatter.
//
// Source: Open MPI's ompi_coll_base_reduce_scatter_intra_nonoverlapping and
// ompi_coll_base_reduce_scatter_block_basic_linear.
// Cost for p ranks and m bytes in all blocks, Hockney with gamma for combining a byte:
// ceil(lg p)(2 alpha + m beta + m gamma) + (p-1)/p m beta.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

/// Appends the scatter of the blocks in rank 0's scratch buffer. On each rank a scratch element is
/// the block of that number. A leaf receives its block into its output.
void AppendScatter(Schedule& schedule, const Shape& shape, Rank rank) {
  const Block own = Output(0, 1);
  const Tree tree = [&shape](Rank self) { return Binomial(self, shape.ranks); };
  const bool is_leaf = rank > 0 && tree(rank).children.empty();
  AppendTreeScatter(
      schedule, rank,
      {.tree = tree,
       .k = 2,
       .pieces = [&](int first, int last) { return is_leaf ? own : Scratch(first, last - first); },
       .wrap = shape.ranks,
       .rank_at = PlaceIsRank});
  if (!is_leaf) schedule.Copy(Scratch(rank, 1), own);
}

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  // Puts rank 0's result, which is larger than its output by MPI's rules, into the scratch buffer.
  // Element e of that buffer is as large as block e mod ranks.
  Shape all = shape;
  all.root = 0;
  all.elements = shape.ranks;
  all.in_place = false;
  const auto place = [&shape](Block block) {
    if (block.buffer == Buffer::kScratch) block.first += shape.ranks;
    if (block.buffer == Buffer::kOutput) block.buffer = Buffer::kScratch;
    return block;
  };
  Schedule schedule;
  schedule.Append(FindAlgorithm(Collective::kReduce, "binomial")->build(all, rank, parameters),
                  place);
  AppendScatter(schedule, shape, rank);
  return schedule;
}

}  // namespace

Algorithm ReduceScatterBlockReduceScatter() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "reduce_scatter",
      .summary = "a binomial reduction of all blocks to rank 0, then a binomial scatter",
      .source = "Open MPI, reduce_scatter_block_basic_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

Algorithm ReduceScatterReduceScatter() {
  Algorithm algorithm = ReduceScatterBlockReduceScatter();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.source = "Open MPI, reduce_scatter_intra_nonoverlapping";
  return algorithm;
}

}  // namespace colltune
