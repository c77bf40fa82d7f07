// Flat gather in which the root asks for each block: it posts a receive and asks that rank for its
// block by an empty message, one rank at a time. So only one block is on its way to the root at any
// time, against the congestion of many-to-one traffic. The blocks may differ in size.
//
// Source: Open MPI's ompi_coll_base_gather_intra_linear_sync, which in addition lets the first
// segment of the next rank's block overlap the rest of this one's.
// Cost for p ranks and blocks of m bytes, Hockney: (p-1)(2 alpha + m beta).
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) {
    return schedule.Receive(shape.root, kNothing).NextRound().Send(shape.root, Input(0, m));
  }
  schedule.Copy(Input(0, m), Output(rank * m, m)).NextRound();
  for (Rank i = 1; i < shape.ranks; ++i) {
    const Rank from = ToRank(shape, i);
    schedule.Receive(from, Output(from * m, m)).Send(from, kNothing).NextRound();
  }
  return schedule;
}

}  // namespace

Algorithm GatherFlatSynchronised() {
  return {
      .collective = Collective::kGather,
      .name = "flat_synchronised",
      .summary = "the root asks each rank in turn for its block",
      .source = "Open MPI, ompi_coll_base_gather_intra_linear_sync",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

Algorithm GathervFlatSynchronised() {
  Algorithm algorithm = GatherFlatSynchronised();
  algorithm.collective = Collective::kGatherv;
  return algorithm;
}

}  // namespace colltune
