// Pipelined chain reduction: each rank receives a segment from the rank behind it, combines it with
// its own, and passes it on to the rank before it while it receives the next one. An operation that
// is not commutative is reduced to rank 0, which passes the result on to the root.
//
// Source: Pjesivac-Grbovic et al., "Performance Analysis of MPI Collective Operations" (Cluster
// Computing 2007), "pipeline"; Open MPI's ompi_coll_base_reduce_intra_pipeline.
// Cost for p ranks and m bytes in n segments of s, Hockney with gamma for combining a byte:
// (p-2+n)(alpha + s beta + s gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Node node = Chain(ToRelative(TreeShape(shape), rank), shape.ranks);
  return ReduceAlongTree(shape, rank, node.parent, {node.children},
                         Segments(shape, parameters.segment));
}

}  // namespace

Algorithm ReduceChain() {
  return {
      .collective = Collective::kReduce,
      .name = "chain",
      .summary = "each rank combines and passes on segment after segment",
      .source = "Pjesivac-Grbovic et al. 2007; Open MPI, reduce_intra_pipeline",
      .parameters = {Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
