// Trees for a scatter or a gather that are grown for the places of its ranks.
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
  std::vector<Node> nodes;  ///< by place; who waits longest for its subtree is served first
  double end = 0;           ///< s: when the last rank of a scatter has its block
};

/// The tree down which blocks of so many bytes, one for each rank, reach all ranks early: flat, or
/// binomial in the machine's order, whichever is better, and then single subtrees are hung
/// elsewhere as long as that is of use. Only what `places` and the arguments say counts. Takes time
/// in proportion to ranks x their logarithm, or a bounded number of times that where there are few.
///
/// A gather is the same way back, where receiving takes a rank as long as sending.
///
/// Source: scatter trees for unlike links, by exchange of subtrees: Hatta & Shibusawa, "Scheduling
/// Algorithms for Efficient Gather Operations in Distributed Heterogeneous Systems" (ICPP workshops
/// 2000); serving first who has the longest way still to go is Jackson's rule.
BlockTree GrowBlockTree(const Places& places, Rank root, Bytes block);

/// GrowBlockTree(places, root, block), kept in the memo of `places`.
std::shared_ptr<const BlockTree> BlockTreeOf(const Places& places, Rank root, Bytes block);

/// What `rank` does in a scatter, or a gather, along the tree of the shape's places for blocks of
/// parameters.bytes bytes.
Schedule ScatterAlongBlockTree(const Shape& shape, Rank rank, const Parameters& parameters);
Schedule GatherAlongBlockTree(const Shape& shape, Rank rank, const Parameters& parameters);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_BLOCK_TREE_H_
