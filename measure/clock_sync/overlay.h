// What the schemes share: who synchronises with whom, and how a model gets from rank to rank.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OVERLAY_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OVERLAY_H_

#include <functional>

#include "measure/clock_sync/offset.h"
#include "measure/clock_sync/schemes.h"

namespace colltune {

/// One offset of this rank's clock minus that of `server`, which calls ServeOffset.
Offset MeasureOnce(const SyncContext& context, int server);

/// The next point of a fit: waits for fit_gap after the last one of `points`, if there is one.
/// `server` calls ServeOffset.
Offset MeasureNext(const SyncContext& context, int server, std::span<const Offset> points);

/// Walks a binomial tree from rank 0 down. Each rank but 0 first learns its clock against its
/// parent's by `learn`, while the parent is in `teach`; then it gets the parent's model against
/// rank 0, which thus has been learned before, and has both composed. Nothing has to be collected
/// and handed out again, and ceil(log2 P) pairs stand in a row for any number P of ranks.
ClockModel DownTree(const SyncContext& context, const std::function<ClockModel(int parent)>& learn,
                    const std::function<void(int child)>& teach);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OVERLAY_H_
