// Flat scatter: the root sends each other rank its block in turn, and starts a send only when the
// one before is complete. The blocks may differ in size.
//
// Source: Open MPI's ompi_coll_base_scatter_intra_basic_linear and, for scatterv,
// mca_coll_basic_scatterv_intra.
// Cost for p ranks and blocks of m bytes, Hockney: (p-1)(alpha + m beta).
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) return schedule.Receive(shape.root, Output(0, m));
  for (Rank i = 1; i < shape.ranks; ++i) {
    const Rank to = ToRank(shape, i);
    schedule.Send(to, Input(to * m, m)).NextRound();
  }
  return schedule.Copy(Input(rank * m, m), Output(0, m));
}

}  // namespace

Algorithm ScatterFlat() {
  return {
      .collective = Collective::kScatter,
      .name = "flat",
      .summary = "the root sends each rank its block in turn",
      .source = "Open MPI, ompi_coll_base_scatter_intra_basic_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

Algorithm ScattervFlat() {
  Algorithm algorithm = ScatterFlat();
  algorithm.collective = Collective::kScatterv;
  algorithm.source = "Open MPI, mca_coll_basic_scatterv_intra";
  return algorithm;
}

}  // namespace colltune
