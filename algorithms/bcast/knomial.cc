// Pipelined k-nomial tree broadcast: the binomial tree with radix k, down which the message goes in
// segments; while a rank receives one, it sends the one before to all its children.
//
// Source: Open MPI's ompi_coll_base_bcast_intra_knomial.
// Cost for p ranks and n segments of s bytes, Hockney: at most n(k-1)ceil(log_k p)(alpha + s beta),
// since the root has up to (k-1)ceil(log_k p) children, and no rank has more.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Node node = Knomial(ToRelative(shape, rank), shape.ranks, parameters.k);
  return PipelinedBcast(shape, node, parameters.segment);
}

}  // namespace

Algorithm BcastKnomial() {
  return {
      .collective = Collective::kBcast,
      .name = "knomial",
      .summary = "down a k-nomial tree, segment by segment",
      .source = "Open MPI, ompi_coll_base_bcast_intra_knomial",
      .parameters = {Radix(4), Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
