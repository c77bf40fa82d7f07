// Double ring barrier: an empty message goes around the ring of ranks from rank 0 on, and around
// again up to rank p-2. It tells rank p-1 in the first lap already that all have entered, and the
// others in the second.
//
// Source: de Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid"
// (HPDC 1999), section 3 and figure 5.
// Cost for p ranks, LogGP: (2p-2)(o + L + o).
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  const int messages = p > 1 ? 2 * p - 2 : 0;  // message i goes from rank i mod p to the next
  Schedule schedule;
  for (int lap = 0; lap < 2; ++lap) {
    const int sent = lap * p + rank;
    const int received = sent - 1;
    if (received >= 0 && received < messages) {
      schedule.Receive(Around(rank, -1, p), kNothing).NextRound();
    }
    if (sent < messages) schedule.Send(Around(rank, 1, p), kNothing).NextRound();
  }
  return schedule;
}

}  // namespace

Algorithm BarrierDoubleRing() {
  return {
      .collective = Collective::kBarrier,
      .name = "double_ring",
      .summary = "an empty message goes twice around the ring of ranks",
      .source = "de Supinski & Karonis 1999, figure 5",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
