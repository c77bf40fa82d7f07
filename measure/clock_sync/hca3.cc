// Synchronises pairs along a binomial tree (tree.cc); each pair measures many offsets and fits a
// line to them.
//
// Source: Hunold & Carpen-Amarie, "Hierarchical Clock Synchronization in MPI" (CLUSTER 2018), HCA3.
// There a child learns against its parent's global clock; here against its parent's own clock, and
// the lines are composed. Both give the same line, since a least-squares fit commutes with linear
// maps. Cost: ceil(log2 P) fits in a row. Error: the fits' errors add along the path, and the
// errors of the slopes let it grow until the next synchronisation.
#include "measure/clock_sync/overlay.h"

namespace colltune::measure {

Synchroniser MakeHca3(const SyncContext& context) {
  return [context](SyncMoment) {
    const int fit_points = context.options.fit_points;
    const auto learn = [&](int parent) {
      std::vector<Offset> points;
      for (int i = 0; i < fit_points; ++i) points.push_back(MeasureNext(context, parent, points));
      return FitLine(points, context.options.RelativeDriftBound());
    };
    const auto teach = [&](int child) {
      for (int i = 0; i < fit_points; ++i) ServeOffset(context.comm, child, *context.clock);
    };
    return DownTree(context, learn, teach);
  };
}

}  // namespace colltune::measure
