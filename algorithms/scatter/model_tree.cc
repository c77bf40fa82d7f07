// Scatter along a tree that is grown for the places of the ranks: what is far or slow gets its
// block early, and through few messages where each of them is what costs.
//
// Source: as block_tree.h.
// Cost: what GrowBlockTree says of blocks of `bytes` bytes.
#include "algorithms/algorithm.h"
#include "algorithms/topology/block_tree.h"

namespace colltune {

Algorithm ScatterModelTree() {
  return {
      .collective = Collective::kScatter,
      .name = "model_tree",
      .summary = "a tree grown for the places of the ranks and blocks of `bytes`",
      .source = "Hatta & Shibusawa 2000",
      .parameters = {GrownFor()},
      .limits = {kKnownPlaces},
      .build = ScatterAlongBlockTree,
  };
}

}  // namespace colltune
