// Pipelined chain broadcast: the message goes along the chain in segments; while a rank receives
// one, it passes the one before on.
//
// Source: Open MPI's ompi_coll_base_bcast_intra_pipeline.
// Cost for p ranks and n segments of s bytes, Hockney: (p-2+n)(alpha + s beta). LogGP with o <= g:
// (p-1)(o + (s-1)G + L + o) + (n-1)(g + (s-1)G).
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return PipelinedBcast(shape, Chain(ToRelative(shape, rank), shape.ranks), parameters.segment);
}

}  // namespace

Algorithm BcastChainPipelined() {
  return {
      .collective = Collective::kBcast,
      .name = "chain_pipelined",
      .summary = "each rank passes the message on to the next, segment by segment",
      .source = "Open MPI, ompi_coll_base_bcast_intra_pipeline",
      .parameters = {Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
