// Gather along the tree of scatter:model_tree, backwards.
//
// Source: as block_tree.h.
// Cost: the time that GrowBlockTree returns for blocks of `bytes` bytes.
#include "algorithms/algorithm.h"
#include "algorithms/topology/block_tree.h"

namespace colltune {

Algorithm GatherModelTree() {
  return {
      .collective = Collective::kGather,
      .name = "model_tree",
      .summary = "up a tree grown for the places of the ranks and blocks of `bytes`",
      .source = "Hatta & Shibusawa 2000",
      .parameters = {GrownFor()},
      .limits = {kKnownPlaces},
      .build = GatherAlongBlockTree,
  };
}

}  // namespace colltune
