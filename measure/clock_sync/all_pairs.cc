// Every pair of ranks exchanges messages. A rank then takes the best way to rank 0: its own offset
// to it, or one to a lower rank and that rank's to rank 0, where the certified error is smaller, as
// where the direct way is a slow one.
//
// Source: Lastovetsky, Rychkov & O'Flynn, MPIBlib (EuroPVM/MPI 2008), section 2.1: global timing,
// for which its sources measure all pairs. Here disjoint pairs meet at the same time, by the circle
// method: P - 1 rounds where P is even, P where it is odd, the least possible (Kirkman 1847). Cost:
// the rounds in a row, and P (P - 1) / 2 pairs in the network.
#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/overlay.h"

namespace colltune {
namespace {

/// Whom a rank meets in a round. `ranks` is nobody: it pauses.
int Partner(int self, int round, int ranks) {
  const int circle = ranks - 1 + ranks % 2;  // all but the last one, or all but nobody
  // On the circle, those meet whose sum is the round; who would meet itself meets the last one.
  if (self == circle) {
    // 2 x = round (mod circle), which is odd.
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

}  // namespace colltune
