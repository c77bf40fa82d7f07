// Synchronises pairs along a binomial tree; pairs at one distance at the same time.
//
// Source: Hoefler, Schneider & Lumsdaine, "Accurately Measuring Collective Operations at Massive
// Scale" (PMEO 2008), section 3.2. Unlike there, the tree is walked from rank 0 down, as in HCA3:
// any number of ranks is alike, and nothing is collected at rank 0 and scattered.
// Cost: ceil(log2 P) pairs in a row. Error: the sum of the errors of up to as many pairs.
#include "measure/clock_sync/overlay.h"

namespace colltune::measure {

Synchroniser MakeTree(const SyncContext& context) {
  return [context](SyncMoment) {
    return DownTree(
        context,
        [&](int parent) {
          return FromOffset(MeasureOnce(context, parent), context.options.RelativeDriftBound());
        },
        [&](int child) { ServeOffset(context.comm, child, *context.clock); });
  };
}

}  // namespace colltune::measure
