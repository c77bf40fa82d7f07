// Pairs of binary trees within groups of ranks, one group after the other.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/parameters.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/shape.h"

namespace colltune {

/// Returns the node of `place` in one of two trees, 0 or 1, that span groups of places, of which
/// `begins` has the first of each, and then the number of places. Within a group the trees are
/// DoubleTree's, from its first place. Its last place is a leaf of both, and has the first of the
/// next group as its child: so each place sends both halves of a message once at most, if each goes
/// down one of the trees, and a message crosses from group to group once.
Node TreeChain(int tree, Rank place, std::span<const int> begins);

/// Returns the parameter of the segment's length: more than kLeastAhead, or ranks would not run
/// ahead, also where a message is divided into shorter ones than that; and a few times what a port
/// sends during a latency.
Parameter SegmentOfTreeChain();

/// Returns the streams of the two halves of a message, in segments of `segment` bytes, that flow
/// down the two trees, at a place.
std::vector<Stream> StreamsDown(const Shape& shape, std::int64_t segment, Rank place,
                                std::span<const int> begins);

/// Likewise, up the trees.
std::vector<Stream> StreamsUp(const Shape& shape, std::int64_t segment, Rank place,
                              std::span<const int> begins);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_
