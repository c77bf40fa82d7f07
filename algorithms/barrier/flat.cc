// Flat barrier: all ranks report to rank 0, which answers when it has heard of all.
//
// Source: Open MPI's ompi_coll_base_barrier_intra_basic_linear.
// Cost for p ranks, LogGP: 2(p-2) max(o, g) + 2(o + L + o).
#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  Schedule schedule;
  if (rank > 0) return schedule.Receive(0, kNothing).Send(0, kNothing);
  for (Rank i = 1; i < shape.ranks; ++i) schedule.Receive(i, kNothing);
  schedule.NextRound();
  for (Rank i = 1; i < shape.ranks; ++i) schedule.Send(i, kNothing);
  return schedule;
}

}  // namespace

Algorithm BarrierFlat() {
  return {
      .collective = Collective::kBarrier,
      .name = "flat",
      .summary = "all ranks report to rank 0, which answers",
      .source = "Open MPI, ompi_coll_base_barrier_intra_basic_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
