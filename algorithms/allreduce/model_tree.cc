// Allreduce as a reduction up the tree of bcast:model_tree and a broadcast down it, from the rank
// whose tree ends first: across a slow link each byte travels once in either direction.
//
// Source: as bcast/model_tree.cc; reduce and broadcast as Open MPI's
// ompi_coll_base_allreduce_intra_nonoverlapping.
#include "algorithms/topology/model_tree.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/reduce_bcast.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return ReduceAndBcast("model_tree", BestRoot(*shape.places, Bytes{parameters.bytes}), shape, rank,
                        parameters);
}

}  // namespace

Algorithm AllreduceModelTree() {
  return {
      .collective = Collective::kAllreduce,
      .name = "model_tree",
      .summary = "up a tree grown for the places of the ranks, and down again",
      .source = "Bhat, Raghavendra & Prasanna 1999; Open MPI, allreduce_intra_nonoverlapping",
      .parameters = {GrownFor()},
      .limits = {kKnownPlaces, kCommutative},
      .build = Build,
  };
}

}  // namespace colltune
