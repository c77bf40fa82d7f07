// Tree barrier on a tree that is grown for the places of the ranks.
//
// Source: as bcast/model_tree.cc; up and down as barrier/tree.cc.
#include "algorithms/topology/model_tree.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  constexpr Bytes kEmpty{0};
  Shape rooted = shape;
  rooted.root = BestRoot(*shape.places, kEmpty);
  return UpAndDown(rooted, ModelNode(rooted, rank, {.bytes = kEmpty.count}));
}

}  // namespace

Algorithm BarrierModelTree() {
  return {
      .collective = Collective::kBarrier,
      .name = "model_tree",
      .summary = "up a tree grown for the places of the ranks, and down again",
      .source = "Bhat, Raghavendra & Prasanna 1999; Open MPI, ompi_coll_base_barrier_intra_tree",
      .parameters = {},
      .limits = {kKnownPlaces},
      .build = Build,
  };
}

}  // namespace colltune
