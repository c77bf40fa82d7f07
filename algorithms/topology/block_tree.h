// Trees for a scatter or a gather that are adapted to the topology of the ranks.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_BLOCK_TREE_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_BLOCK_TREE_H_

#include <memory>
#include <vector>

#include "algorithms/parameters.h"
#include "algorithms/phases/trees.h"
#include "algorithms/places.h"
#include "algorithms/schedule.h"

namespace colltune {

/// Places are numbered in preorder, so that subtrees are contiguous.
struct BlockTree {
  std::vector<Rank> rank_at;
  std::vector<int> place_of;
  std::vector<Node> nodes;  ///< by place; children in serving order, longest remaining time first
  double end = 0;           ///< s: when the last rank of a scatter has its block
};

/// Grows a tree along which blocks of `block` bytes, one for each rank, reach all ranks early.
/// Starts from the flat tree, and from the binomial tree in the machine's order. Moves single
/// subtrees of each as long as that shortens the time, and returns the better tree. The result
/// depends only on `places` and the arguments. Takes time in proportion to ranks x their logarithm,
/// or a bounded multiple of that where ranks are few.
///
/// A gather uses the same tree backwards, on the assumption that receiving takes a rank as long as
/// sending.
///
/// Source: scatter trees for heterogeneous links, by exchange of subtrees: Hatta & Shibusawa,
/// "Scheduling Algorithms for Efficient Gather Operations in Distributed Heterogeneous Systems"
/// (ICPP workshops 2000). Serving the child with the longest remaining time first is Jackson's
/// rule.
BlockTree GrowBlockTree(const Places& places, Rank root, Bytes block);

/// GrowBlockTree(places, root, block), kept in the memo of `places`.
std::shared_ptr<const BlockTree> BlockTreeOf(const Places& places, Rank root, Bytes block);

/// Build the schedule of `rank` along the block tree of the shape's places, for blocks of
/// parameters.bytes bytes.
Schedule ScatterAlongBlockTree(const Shape& shape, Rank rank, const Parameters& parameters);
Schedule GatherAlongBlockTree(const Shape& shape, Rank rank, const Parameters& parameters);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_BLOCK_TREE_H_
