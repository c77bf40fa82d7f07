// Allreduce as a reduction up the tree of bcast:model_tree and a broadcast down it, from the rank
// whose tree ends first: across a slow link each byte travels once in either direction.
//
// Source: as bcast/model_tree.cc; reduce and broadcast as Open MPI's
// ompi_coll_base_allreduce_intra_nonoverlapping.
#include "algorithms/topology/model_tree.h"

#include "algorithms/algorithm.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  Shape rooted = shape;
  rooted.root = BestRoot(*shape.places, Bytes{parameters.bytes});
  return Schedule()
      .Append(FindAlgorithm(Collective::kReduce, "model_tree")->build(rooted, rank, parameters))
      .Append(FindAlgorithm(Collective::kBcast, "model_tree")->build(rooted, rank, parameters));
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
