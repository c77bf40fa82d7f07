// Scatter along a tree that is adapted to the topology of the ranks: far or slow ranks get their
// blocks early, and through few messages where the number of messages decides.
//
// Source: as block_tree.h.
// Cost: the time that GrowBlockTree returns for blocks of `bytes` bytes.
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
