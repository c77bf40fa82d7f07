// Flat scatter with all sends in flight together: the root starts one send to each other rank and
// then waits for all, so that the handshakes of large blocks overlap. Sends are started in rank
// order, not from the root on as by flat: so do libraries with a flat scatter, for every root. The
// blocks may differ in size.
//
// Source: MPICH's MPIR_Scatterv_allcomm_linear; Open MPI's ompi_coll_base_scatter_intra_linear_nb
// without the blocking sends among its sends.
// Cost for p ranks and blocks of m bytes, LogGP: (p-2) max(o, g + (m-1)G) + o + (m-1)G + L + o.
#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) return schedule.Receive(shape.root, Output(0, m));
  for (Rank to = 0; to < shape.ranks; ++to) {
    if (to != shape.root) schedule.Send(to, Input(to * m, m));
  }
  return schedule.NextRound().Copy(Input(rank * m, m), Output(0, m));
}

}  // namespace

Algorithm ScatterFlatNonblocking() {
  return {
      .collective = Collective::kScatter,
      .name = "flat_nonblocking",
      .summary = "the root starts the sends of all blocks by rank, then waits for them",
      .source = "MPICH, MPIR_Scatterv_allcomm_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

Algorithm ScattervFlatNonblocking() {
  Algorithm algorithm = ScatterFlatNonblocking();
  algorithm.collective = Collective::kScatterv;
  return algorithm;
}

}  // namespace colltune
