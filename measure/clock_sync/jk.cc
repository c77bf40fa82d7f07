// Rank 0 exchanges messages with each other rank in turn, again and again; each rank fits a line to
// its offsets.
//
// Source: Jones & Koenig, "Clock Synchronization in High-End Computing Environments: a Strategy for
// Minimizing Clock Variance at Runtime" (CCPE 2013). Unlike there, a point of the fit is the
// middle of the bounds of its exchanges, which needs no round trip known beforehand.
// Cost: fit_points (P - 1) pairs in a row, of fit_exchanges each. Error: the slope's is about that
// of one offset divided by the time that the fit spans, which grows with P.
#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/overlay.h"

namespace colltune::measure {

Synchroniser MakeJk(const SyncContext& context) {
  return [context](SyncMoment) {
    const int self = RankIn(context.comm);
    const int ranks = SizeOf(context.comm);
    std::vector<Offset> points;
    for (int point = 0; point < context.options.fit_points; ++point) {
      if (self > 0) points.push_back(MeasureNext(context, 0, points));
      for (int client = 1; self == 0 && client < ranks; ++client) {
        ServeOffset(context.comm, client, *context.clock);
      }
    }
    return self > 0 ? FitLine(points, context.options.RelativeDriftBound()) : ClockModel();
  };
}

}  // namespace colltune::measure
