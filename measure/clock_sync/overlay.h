// Steps that the schemes share: measuring an offset, and a binomial tree that passes on models.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OVERLAY_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OVERLAY_H_

#include <functional>

#include "measure/clock_sync/offset.h"
#include "measure/clock_sync/schemes.h"

namespace colltune::measure {

/// Measures one offset of this rank's clock minus the clock of `server`, which calls ServeOffset.
Offset MeasureOnce(const SyncContext& context, int server);

/// Measures the next point of a fit, fit_gap after the last of `points`, if there is one. `server`
/// calls ServeOffset.
Offset MeasureNext(const SyncContext& context, int server, std::span<const Offset> points);

/// Walks a binomial tree from rank 0 down. Each rank but 0 first learns its clock against its
/// parent's by `learn`, while the parent is in `teach`. Then the rank receives the parent's model
/// against rank 0, which the parent has learned before, and composes both models. Nothing is
/// collected and handed out again. ceil(log2 P) pairs follow each other for any number P of ranks.
ClockModel DownTree(const SyncContext& context, const std::function<ClockModel(int parent)>& learn,
                    const std::function<void(int child)>& teach);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OVERLAY_H_
