// Recursive doubling barrier: in round i each rank exchanges empty messages with the one whose
// number differs in bit i. Where p is not a power of two, the ranks from 2^floor(lg p) on report to
// one of the others before, and hear from it afterwards.
//
// Source: Open MPI's ompi_coll_base_barrier_intra_recursivedoubling.
// Cost for p ranks, Hockney: lg p alpha for powers of two, otherwise (floor(lg p) + 2) alpha.
#include <bit>

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(shape.ranks)));
  const Rank folded = rank + n;
  Schedule schedule;
  if (rank >= n) return schedule.Receive(rank - n, kNothing).Send(rank - n, kNothing);
  if (folded < shape.ranks) schedule.Receive(folded, kNothing);
  for (int bit = 1; bit < n; bit *= 2) {
    schedule.NextRound().Receive(rank ^ bit, kNothing).Send(rank ^ bit, kNothing);
  }
  if (folded < shape.ranks) schedule.NextRound().Send(folded, kNothing);
  return schedule;
}

}  // namespace

Algorithm BarrierRecursiveDoubling() {
  return {
      .collective = Collective::kBarrier,
      .name = "recursive_doubling",
      .summary = "exchanges with ranks that differ in one bit",
      .source = "Open MPI, ompi_coll_base_barrier_intra_recursivedoubling",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
