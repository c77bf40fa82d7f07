// Measures how far apart in time ranks leave a barrier: a possible error of methods that start
// operations after a barrier.
#ifndef COLLTUNE_MEASURE_METHODS_BARRIER_SKEW_H_
#define COLLTUNE_MEASURE_METHODS_BARRIER_SKEW_H_

#include <string>
#include <vector>

#include "algorithms/run/runner.h"
#include "measure/clock_sync/global_clock.h"

namespace colltune::measure {

/// Exit skew of one barrier: the time from the first rank's exit to the last one's.
struct BarrierSkew {
  std::string barrier;  ///< "double_ring", or "library"
  int samples = 0;      ///< repetitions in which all ranks entered together; if 0, the rest is 0
  Seconds skew{};       ///< median of the samples
  Seconds error{};      ///< largest clock error, and so largest error of the skew
};

/// Returns the skews of the library's barrier and of each barrier of colltune with its standard
/// parameters; all ranks enter at a common time. The same on all ranks. Collective over the
/// communicator of `runner`, which is that of `clock`. Requires at least one repetition.
std::vector<BarrierSkew> MeasureBarrierSkews(Runner& runner, GlobalClock& clock, int repetitions);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_BARRIER_SKEW_H_
