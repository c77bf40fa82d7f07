// Measures the offset of every pair of ranks. A rank then takes the way to rank 0 with the smallest
// certified error: its own offset to rank 0, or its offset to a lower rank and that rank's to rank
// 0. The latter wins, for example, where messages to rank 0 are slow.
//
// Source: Lastovetsky, Rychkov & O'Flynn, MPIBlib (EuroPVM/MPI 2008), section 2.1: global timing,
// for which its sources measure all pairs. Here disjoint pairs meet at the same time, by the circle
// method: P - 1 rounds for even P, P for odd P, the least possible (Kirkman 1847). Cost: the rounds
// in a row, and P (P - 1) / 2 pairs in the network.
#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/overlay.h"

namespace colltune::measure {
namespace {

/// Returns the partner of rank `self` in a round; `ranks` is none: the rank pauses.
int Partner(int self, int round, int ranks) {
  const int circle = ranks - 1 + ranks % 2;  // all ranks, but for the last of an even number
  // On the circle, two ranks meet whose sum is `round` (mod circle). A rank that would meet itself
  // meets number `circle`: the last rank, or none.
  if (self == circle) {
    // The partner x solves 2 x = round (mod circle), where circle is odd.
    return round % 2 == 0 ? round / 2 : (round + circle) / 2;
  }
  const int partner = (round - self + circle) % circle;
  return partner == self ? circle : partner;
}

}  // namespace

Synchroniser MakeAllPairs(const SyncContext& context) {
  return [context](SyncMoment) {
    const int ranks = SizeOf(context.comm);
    const int self = RankIn(context.comm);
    const double drift_bound = context.options.RelativeDriftBound();
    std::vector<ClockModel> to_lower(static_cast<std::size_t>(self));
    for (int round = 0; round < ranks - 1 + ranks % 2; ++round) {
      const int partner = Partner(self, round, ranks);
      if (partner < self) {
        to_lower[static_cast<std::size_t>(partner)] =
            FromOffset(MeasureOnce(context, partner), drift_bound);
      } else if (partner > self && partner < ranks) {
        ServeOffset(context.comm, partner, *context.clock);
      }
    }
    const ClockModel direct = self > 0 ? to_lower.front() : ClockModel();
    std::vector<ClockModel> all(static_cast<std::size_t>(ranks));
    Check(PMPI_Allgather(&direct, sizeof direct, MPI_BYTE, all.data(), sizeof direct, MPI_BYTE,
                         context.comm));
    ClockModel best = direct;
    const Seconds now = context.clock->Now();
    for (std::size_t lower = 1; lower < to_lower.size(); ++lower) {
      const ClockModel way = Compose(to_lower[lower], all[lower]);
      if (way.ErrorAt(now) < best.ErrorAt(now)) best = way;
    }
    return best;
  };
}

}  // namespace colltune::measure
