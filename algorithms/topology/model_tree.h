// Trees for a broadcast that are grown for the places of its ranks.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_MODEL_TREE_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_MODEL_TREE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/parameters.h"
#include "algorithms/phases/trees.h"
#include "algorithms/places.h"

namespace colltune {

struct ModelTree {
  std::vector<Node> nodes;  ///< of each rank relative to the root; their spans mean nothing
  double end = 0;           ///< s: when the last rank has the message
};

/// Edges that are looked at for one tree: some 3 ms, as often as an application has another root.
inline constexpr std::int64_t kMostTreeWork = 300'000;

/// The tree along which a message of so many bytes reaches all ranks early. Only what `places` and
/// the arguments say counts, so that all ranks grow the same tree. Takes time in proportion to
/// ranks x hosts, or a bounded number of times that where there are few.
///
/// A tree is an order of the ranks: each in turn gets the message from the rank that can have it
/// there first. Source of that rule: Bhat, Raghavendra & Prasanna, "Efficient Collective
/// Communication in Distributed Heterogeneous Systems" (ICDCS 1999): earliest completing edge
/// first. Their order, the near ranks first, leaves what takes longest to the end; here the far
/// ones come first, or the near ones if that is better, and then ranks change their turns as long
/// as that is of use.
ModelTree GrowTree(const Places& places, Rank root, Bytes bytes);

/// GrowTree(places, root, bytes), kept in the memo of `places`.
std::shared_ptr<const ModelTree> ModelTreeOf(const Places& places, Rank root, Bytes bytes);

/// The place of `rank` in the tree for problems of this shape, which knows its places.
inline Node ModelNode(const Shape& shape, Rank rank, const Parameters& parameters) {
  const auto tree = ModelTreeOf(*shape.places, shape.root, Bytes{parameters.bytes});
  return tree->nodes[static_cast<std::size_t>(ToRelative(shape, rank))];
}

/// The root whose tree ends first; of hosts that are alike the first is looked at.
Rank BestRoot(const Places& places, Bytes bytes);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_MODEL_TREE_H_
