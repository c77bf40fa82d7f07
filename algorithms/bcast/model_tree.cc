// Broadcast along a tree that is adapted to the topology of the ranks: far or slow ranks get the
// message early enough, and pass on little.
//
// Source: Bhat, Raghavendra & Prasanna, "Efficient Collective Communication in Distributed
// Heterogeneous Systems" (ICDCS 1999); the seeds of its orders and the search are in model_tree.h.
// Cost: the time that GrowTree returns for messages of `bytes` bytes.
#include "algorithms/topology/model_tree.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return BcastAlongTree(shape, ModelNode(shape, rank, parameters));
}

}  // namespace

Algorithm BcastModelTree() {
  return {
      .collective = Collective::kBcast,
      .name = "model_tree",
      .summary = "a tree grown for the places of the ranks and messages of `bytes`",
      .source = "Bhat, Raghavendra & Prasanna 1999",
      .parameters = {GrownFor()},
      .limits = {kKnownPlaces},
      .build = Build,
  };
}

}  // namespace colltune
