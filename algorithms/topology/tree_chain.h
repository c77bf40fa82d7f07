// Pairs of binary trees within groups of ranks, one group after the other.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_

#include <span>

#include "algorithms/phases/trees.h"

namespace colltune {

/// Returns the node of `place` in one of two trees, 0 or 1, that span groups of places, of which
/// `begins` has the first of each, and then the number of places. Within a group the trees are
/// DoubleTree's, from its first place. Its last place is a leaf of both, and has the first of the
/// next group as its child: so each place sends both halves of a message once at most, if each goes
/// down one of the trees, and a message crosses from group to group once.
Node TreeChain(int tree, Rank place, std::span<const int> begins);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_TREE_CHAIN_H_
