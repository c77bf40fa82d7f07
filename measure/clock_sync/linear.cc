// Rank 0 exchanges messages with each other rank in turn.
//
// Source: Worsch, Reussner & Augustin, "On Benchmarking Collective MPI Operations" (EuroPVM/MPI
// 2002), for SKaMPI; the bounds are SKaMPI 5's.
// Cost: P - 1 pairs in a row. Error: that of one pair; but when the last rank is done, the first
// offset is as old as the whole synchronisation, and has drifted.
#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/overlay.h"

namespace colltune::measure {

Synchroniser MakeLinear(const SyncContext& context) {
  return [context](SyncMoment) {
    if (RankIn(context.comm) > 0) {
      return FromOffset(MeasureOnce(context, 0), context.options.RelativeDriftBound());
    }
    for (int client = 1; client < SizeOf(context.comm); ++client) {
      ServeOffset(context.comm, client, *context.clock);
    }
    return ClockModel();
  };
}

}  // namespace colltune::measure
