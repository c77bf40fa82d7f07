// Flat gather with all receives in flight together: the root takes the blocks in the order in which
// they arrive. The blocks may differ in size.
//
// Source: MPICH's MPIR_Gatherv_allcomm_linear.
// Cost for p ranks and blocks of m bytes, LogGP: (p-2) max(o, g + (m-1)G) + o + (m-1)G + L + o,
// without the congestion that many large blocks at a time may cause at the root: Lastovetsky,
// Rychkov & O'Flynn (EuroPVM/MPI 2008) call its delays escalations.
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) return schedule.Send(shape.root, Input(0, m));
  for (Rank i = 1; i < shape.ranks; ++i) {
    const Rank from = ToRank(shape, i);
    schedule.Receive(from, Output(from * m, m));
  }
  return schedule.Copy(Input(0, m), Output(rank * m, m));
}

}  // namespace

Algorithm GatherFlatNonblocking() {
  return {
      .collective = Collective::kGather,
      .name = "flat_nonblocking",
      .summary = "the root starts the receives of all blocks, then waits for them",
      .source = "MPICH, MPIR_Gatherv_allcomm_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

Algorithm GathervFlatNonblocking() {
  Algorithm algorithm = GatherFlatNonblocking();
  algorithm.collective = Collective::kGatherv;
  return algorithm;
}

}  // namespace colltune
