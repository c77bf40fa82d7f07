// Flat gather: the root receives the block of each other rank in turn, and starts a receive only
// when the one before is complete. The blocks may differ in size.
//
// Source: Open MPI's ompi_coll_base_gather_intra_basic_linear; gatherv does the same.
// Cost for p ranks and blocks of m bytes, Hockney: (p-1)(alpha + m beta).
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) return schedule.Send(shape.root, Input(0, m));
  schedule.Copy(Input(0, m), Output(rank * m, m)).NextRound();
  for (Rank i = 1; i < shape.ranks; ++i) {
    const Rank from = ToRank(shape, i);
    schedule.Receive(from, Output(from * m, m)).NextRound();
  }
  return schedule;
}

}  // namespace

Algorithm GatherFlat() {
  return {
      .collective = Collective::kGather,
      .name = "flat",
      .summary = "the root receives the block of each rank in turn",
      .source = "Open MPI, ompi_coll_base_gather_intra_basic_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

Algorithm GathervFlat() {
  Algorithm algorithm = GatherFlat();
  algorithm.collective = Collective::kGatherv;
  return algorithm;
}

}  // namespace colltune
