// Dissemination barrier with radix k: in round i each rank tells the ranks k^i, 2 k^i, ... (k-1)
// k^i behind it, around the ring, of all ranks that it has heard of. Each rank hears the same from
// as many ranks before it. In the last round the messages that would go all around are left out.
//
// Source: Hensgen, Finkel & Manber, "Two algorithms for barrier synchronization" (International
// Journal of Parallel Programming 17(1), 1988), for k = 2; MPICH's
// MPIR_Barrier_intra_k_dissemination.
// Cost for p ranks, Hockney: (k-1)ceil(log_k p) alpha; where the messages of a round overlap,
// ceil(log_k p) alpha.
#include <algorithm>

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  Schedule schedule;
  for (std::int64_t step = 1; step < p; step *= parameters.k) {
    const std::int64_t end = std::min(p, step * parameters.k);
    for (std::int64_t far = step; far < end; far += step) {
      schedule.Receive(static_cast<Rank>((rank + p - far) % p), kNothing);
    }
    for (std::int64_t far = step; far < end; far += step) {
      schedule.Send(static_cast<Rank>((rank + far) % p), kNothing);
    }
    schedule.NextRound();
  }
  return schedule;
}

}  // namespace

Algorithm BarrierDissemination() {
  return {
      .collective = Collective::kBarrier,
      .name = "dissemination",
      .summary = "each rank tells others ever further away of all that it has heard of",
      .source = "Hensgen, Finkel & Manber 1988; MPICH, MPIR_Barrier_intra_k_dissemination",
      .parameters = {Radix(2)},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
