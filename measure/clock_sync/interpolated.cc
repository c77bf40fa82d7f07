// Synchronises twice along the tree, before and after a batch; each pair draws a line through its
// two offsets.
//
// A whole batch shows the drift better than a fit that is much shorter. Times within the batch are
// interpolated instead of extrapolated. The lines are drawn pair by pair and then composed, so that
// the time which passes between the steps of a tree costs nothing. Cost: two trees; one, where
// batches follow each other. Error: within the batch that of the tree's bounds, on the assumption
// that all rates are constant from its beginning to its end.
#include <optional>

#include "measure/clock_sync/overlay.h"

namespace colltune::measure {

Synchroniser MakeInterpolated(const SyncContext& context) {
  return [context, last = std::optional<Offset>()](SyncMoment moment) mutable {
    // A line that begins long before the batch would assume constant rates since then.
    if (moment == SyncMoment::kBefore) last.reset();
    const double drift_bound = context.options.RelativeDriftBound();
    return DownTree(
        context,
        [&](int parent) {
          const Offset now = MeasureOnce(context, parent);
          const ClockModel line =
              last ? Between(*last, now, drift_bound) : FromOffset(now, drift_bound);
          last = now;
          return line;
        },
        [&](int child) { ServeOffset(context.comm, child, *context.clock); });
  };
}

}  // namespace colltune::measure
