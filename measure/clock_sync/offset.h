// The offset between two ranks' clocks, measured by messages there and back.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_H_

#include <mpi.h>

#include "measure/clock/clock.h"
#include "measure/clock_sync/offset_bounds.h"

namespace colltune {

/// How many exchanges make an offset; see SyncOptions.
struct ExchangeRule {
  int patience;
  int most;
  Seconds epsilon;
};

/// Exchanges until there is no smaller round trip to be hoped for.
ExchangeRule UntilSmallest(const SyncOptions& options);

/// As many exchanges as a point of a fit takes.
ExchangeRule ForFitPoint(const SyncOptions& options);

/// What one loop of exchanges tells, in two ways.
struct PairOffset {
  Offset bounds;      ///< from the bounds of all exchanges: what the schemes use
  Offset round_trip;  ///< from the smallest round trip alone, as Hoefler et al. have it
  int exchanges = 0;
};

/// The offset of this rank's clock, minus the one of rank `server` of `comm`, which is in
/// ServeOffset at the same time. `drift_bound` is that of the two clocks relative to each other.
PairOffset MeasureOffset(MPI_Comm comm, int server, const Clock& clock, const ExchangeRule& rule,
                         double drift_bound);

/// Answers rank `client` with readings of `clock` until it has enough.
void ServeOffset(MPI_Comm comm, int client, const Clock& clock);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_H_
