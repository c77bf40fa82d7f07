// Trees for a broadcast that are adapted to the topology of the ranks.
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
  std::vector<Node> nodes;  ///< of each rank relative to the root; spans are not set
  double end = 0;           ///< s: when the last rank has the message
};

/// Most edges that are looked at for one tree: some 3 ms, each time an application has another
/// root.
inline constexpr std::int64_t kMostTreeWork = 300'000;

/// Grows a tree along which a message of `bytes` bytes reaches all ranks early. The tree depends
/// only on `places` and the arguments, so that all ranks grow the same one. Takes time in
/// proportion to ranks x hosts, or a bounded multiple of that where ranks are few.
///
/// A tree is an order of the ranks: each rank in turn gets the message from the rank that can
/// deliver it first. Source of that rule: Bhat, Raghavendra & Prasanna, "Efficient Collective
/// Communication in Distributed Heterogeneous Systems" (ICDCS 1999): earliest completing edge
/// first. The order of the paper, the near ranks first, leaves the slowest edges to the end. Here
/// three orders compete: the far ranks first, the near ones first, and those first that forward
/// fastest. Each order is improved by changing the turns of ranks as long as that shortens the
/// time.
ModelTree GrowTree(const Places& places, Rank root, Bytes bytes);

/// GrowTree(places, root, bytes), kept in the memo of `places`.
std::shared_ptr<const ModelTree> ModelTreeOf(const Places& places, Rank root, Bytes bytes);

/// Returns the node of `rank` in the tree for problems of this shape. Requires shape.places.
inline Node ModelNode(const Shape& shape, Rank rank, const Parameters& parameters) {
  const auto tree = ModelTreeOf(*shape.places, shape.root, Bytes{parameters.bytes});
  return tree->nodes[static_cast<std::size_t>(ToRelative(shape, rank))];
}

/// Returns the root whose tree ends first. Of the ranks on hosts of one kind and site only the
/// first is tried.
Rank BestRoot(const Places& places, Bytes bytes);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_MODEL_TREE_H_
