// Reductions along trees whose subtrees are contiguous ranges of relative ranks that begin with
// the node itself (Node::span): the operands then come in the order of ranks.
#ifndef COLLTUNE_ALGORITHMS_PHASES_TREE_REDUCE_H_
#define COLLTUNE_ALGORITHMS_PHASES_TREE_REDUCE_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/phases/trees.h"
#include "algorithms/schedule.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// The segment of those that do not divide the block.
inline constexpr std::int64_t kUndivided = std::numeric_limits<std::int64_t>::max() / 2;

/// A node's children, as ascending relative ranks, in the groups whose messages are in flight
/// together.
using ChildGroups = std::vector<std::vector<Rank>>;

/// The shape with the root that a reduction's tree has: an operation that is not commutative is
/// reduced to rank 0, since relative ranks of another root are not in the order of ranks.
inline Shape TreeShape(Shape shape) {
  if (!shape.commutative) shape.root = 0;
  return shape;
}

/// What `rank` does in a reduction in segments. `parent` and `children` are relative to the root of
/// TreeShape(shape). In each round a rank sends the segment that it has completed while it receives
/// the next. If rank 0 stands in for another root, it passes the result on in the end.
Schedule ReduceAlongTree(const Shape& shape, Rank rank, Rank parent, const ChildGroups& children,
                         const Segments& segments);

/// Along the k-nomial tree, undivided. The children of each of its levels make a group, the
/// smallest subtrees first.
Schedule ReduceAlongKnomial(const Shape& shape, Rank rank, std::int64_t k);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_TREE_REDUCE_H_
