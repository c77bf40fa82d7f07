// Pipelined binary tree broadcast: the message goes down the complete binary tree in segments;
// while a rank receives one, it sends the one before to both children.
//
// Source: Open MPI's ompi_coll_base_bcast_intra_bintree.
// Cost for p ranks and n segments of s bytes, Hockney, with h = floor(lg p) levels below the root:
// 2(h-1+n)(alpha + s beta), since each segment leaves an inner rank twice.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return PipelinedBcast(shape, Binary(ToRelative(shape, rank), shape.ranks), parameters.segment);
}

}  // namespace

Algorithm BcastBinary() {
  return {
      .collective = Collective::kBcast,
      .name = "binary",
      .summary = "down a complete binary tree, segment by segment",
      .source = "Open MPI, ompi_coll_base_bcast_intra_bintree",
      .parameters = {Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
