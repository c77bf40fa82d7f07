// Reductions along trees whose subtrees are contiguous ranges of relative ranks that begin with the
// node itself (Node::span). Operands are then combined in rank order.
#ifndef COLLTUNE_ALGORITHMS_PHASES_TREE_REDUCE_H_
#define COLLTUNE_ALGORITHMS_PHASES_TREE_REDUCE_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/schedule.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// Segment size of algorithms that do not divide the block.
inline constexpr std::int64_t kUndivided = std::numeric_limits<std::int64_t>::max() / 2;

/// A node's children, as relative ranks, in the groups whose messages are in flight together; these
/// ascend unless the operation is commutative. Of a group, the last child's is waited for first.
using ChildGroups = std::vector<std::vector<Rank>>;

/// Returns the children of a node, which a broadcast sends to in this order, in groups of as many
/// as may wait together with a segment each. The first groups hold those whose operands come first:
/// the last ones.
ChildGroups Together(const std::vector<Rank>& children, const Shape& shape,
                     const Segments& segments);

/// Returns the shape with the root of the reduction's tree. An operation that is not commutative is
/// reduced to rank 0, since relative ranks of another root are not in rank order.
inline Shape TreeShape(Shape shape) {
  if (!shape.commutative) shape.root = 0;
  return shape;
}

/// Builds the schedule of `rank` in a reduction in segments. `parent` and `children` are relative
/// to the root of TreeShape(shape). In each round a rank sends the segment that it has completed
/// while it receives the next. If rank 0 stands in for another root, rank 0 sends the result on in
/// the end.
Schedule ReduceAlongTree(const Shape& shape, Rank rank, Rank parent, const ChildGroups& children,
                         const Segments& segments);

/// Appends pipelined reductions up one or several trees at once, of an operation that is
/// commutative: AppendTreeBcast backwards. The streams' ranks of depth 0 are the leaves that are
/// the farthest from the roots. A rank receives a segment from all its children at a time, and
/// sends the sum on a hop later. The result is in the output of the trees' root.
void AppendTreeReduce(Schedule& schedule, const Shape& shape, std::span<const Stream> streams,
                      const RankAt& rank_at);

/// Builds a reduction along the k-nomial tree, undivided. The children of each level of the tree
/// are a group, the smallest subtrees first.
Schedule ReduceAlongKnomial(const Shape& shape, Rank rank, std::int64_t k);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_TREE_REDUCE_H_
