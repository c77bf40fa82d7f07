// Scatter and gather along a tree with contiguous subtrees: blocks take the same way, down and up.
//
// The root's blocks go straight from its input or into its output. An inner rank keeps the blocks
// of its subtree in scratch memory, in the order of the tree. A leaf has only its own block.
#ifndef COLLTUNE_ALGORITHMS_PHASES_TREE_BLOCKS_H_
#define COLLTUNE_ALGORITHMS_PHASES_TREE_BLOCKS_H_

#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Returns the blocks of a tree. `all`: the root's buffer with the blocks of all ranks. `own`: each
/// rank's buffer for its own block.
inline PiecesOfTree BlocksOfTree(const Shape& shape, Rank self, const Tree& tree, std::int64_t k,
                                 Buffer all, Buffer own) {
  const bool leaf = tree(self).children.empty();
  const auto pieces = [=](int first, int last) -> Block {
    const std::int64_t count = (last - first) * shape.elements;
    if (self == 0) return {all, ToRank(shape, first) * shape.elements, count};
    if (leaf) return {own, 0, count};
    return {Buffer::kScratch, (first - self) * shape.elements, count};
  };
  return {tree, k, pieces, shape.ranks - shape.root, FromRoot(shape)};
}

/// The schedule of a scatter. Takes k like PiecesOfTree.
inline Schedule TreeScatter(const Shape& shape, Rank rank, const Tree& tree, std::int64_t k) {
  const Rank self = ToRelative(shape, rank);
  const auto blocks = BlocksOfTree(shape, self, tree, k, Buffer::kInput, Buffer::kOutput);
  Schedule schedule;
  AppendTreeScatter(schedule, self, blocks);
  const Block mine = blocks.pieces(self, self + 1);  // the children, who wait, come first
  if (mine.buffer != Buffer::kOutput) schedule.Copy(mine, Output(0, shape.elements));
  return schedule;
}

/// The schedule of a gather. Takes k like PiecesOfTree.
inline Schedule TreeGather(const Shape& shape, Rank rank, const Tree& tree, std::int64_t k) {
  const Rank self = ToRelative(shape, rank);
  const auto blocks = BlocksOfTree(shape, self, tree, k, Buffer::kOutput, Buffer::kInput);
  Schedule schedule;
  const Block mine = blocks.pieces(self, self + 1);  // copied while the children are on their way
  if (mine.buffer != Buffer::kInput) schedule.Copy(Input(0, shape.elements), mine);
  AppendTreeGather(schedule, self, blocks);
  return schedule;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_TREE_BLOCKS_H_
