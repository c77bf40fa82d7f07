// Pairs of binary trees within groups of ranks, one group after the other.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/parameters.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/shape.h"
#include "algorithms/topology/rank_order.h"

namespace colltune {

/// Returns the node of `place` in one of two trees, 0 or 1, that span groups of places, of which
/// `begins` has the first of each, and then the number of places. Within a group the trees are
/// DoubleTree's, from its first place. Its last place is a leaf of both, and has the first of the
/// next group as its child: so each place sends both halves of a message once at most, if each goes
/// down one of the trees, and a message crosses from group to group once.
Node TreeChain(int tree, Rank place, std::span<const int> begins);

/// Returns the parameter of the segment's length: a few times what a port sends during a latency.
Parameter SegmentOfTreeChain();

/// The trees of TreeChain among a shape's ranks, site after site (or host after host) from the
/// root's on, as one rank sees them.
class TreeChains {
 public:
  /// Requires that `shape` outlives this.
  TreeChains(const Shape& shape, Rank rank);

  /// Returns the streams of the two halves of a message, in segments of `segment` bytes, that flow
  /// down the two trees.
  std::vector<Stream> Down(std::int64_t segment) const;

  /// Likewise, up the trees.
  std::vector<Stream> Up(std::int64_t segment) const;

  /// Returns the map of the trees' places.
  RankAt rank_at() const;

 private:
  Node At(int tree, Rank place) const { return TreeChain(tree, place, order_->groups); }

  const Shape& shape_;
  std::shared_ptr<const RankOrder> order_;
  Rank self_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_
