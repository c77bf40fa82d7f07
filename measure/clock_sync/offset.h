// Measures the offset between two ranks' clocks, by messages there and back.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_H_

#include <mpi.h>

#include "measure/clock/clock.h"
#include "measure/clock_sync/offset_bounds.h"

namespace colltune::measure {

/// Stopping rule of the exchanges for one offset; see SyncOptions.
struct ExchangeRule {
  int patience;
  int most;
  Seconds epsilon;
};

/// Returns the rule that stops when no smaller round trip is to be expected.
ExchangeRule UntilSmallest(const SyncOptions& options);

/// Returns the rule of at most fit_exchanges, for a point of a fit.
ExchangeRule ForFitPoint(const SyncOptions& options);

/// Two estimates of an offset from one loop of exchanges.
struct PairOffset {
  Offset bounds;      ///< from the bounds of all exchanges; used by the schemes
  Offset round_trip;  ///< from the smallest round trip alone, as in Hoefler et al.
  int exchanges = 0;
};

/// Measures this rank's clock minus the clock of rank `server` of `comm`, which is in ServeOffset
/// at the same time. `drift_bound` is that of the two clocks relative to each other.
PairOffset MeasureOffset(MPI_Comm comm, int server, const Clock& clock, const ExchangeRule& rule,
                         double drift_bound);

/// Answers rank `client` with readings of `clock` until the client stops.
void ServeOffset(MPI_Comm comm, int client, const Clock& clock);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_H_
