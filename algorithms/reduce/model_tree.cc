// Reduction along the tree of bcast:model_tree, backwards: a rank combines what its children send,
// the last one's first, and sends its parent the result. Operands do not come in the order of
// ranks.
//
// Source: as bcast/model_tree.cc.
#include "algorithms/topology/model_tree.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Node node = ModelNode(shape, rank, parameters);
  const Segments whole(shape, kUndivided);
  return ReduceAlongTree(shape, rank, node.parent, Together(node.children, shape, whole), whole);
}

}  // namespace

Algorithm ReduceModelTree() {
  return {
      .collective = Collective::kReduce,
      .name = "model_tree",
      .summary = "up a tree grown for the places of the ranks and messages of `bytes`",
      .source = "Bhat, Raghavendra & Prasanna 1999",
      .parameters = {GrownFor()},
      .limits = {kKnownPlaces, kCommutative},
      .build = Build,
  };
}

}  // namespace colltune
