// How far apart ranks leave a barrier: what a method that starts operations with one may miss.
#ifndef COLLTUNE_MEASURE_METHODS_BARRIER_SKEW_H_
#define COLLTUNE_MEASURE_METHODS_BARRIER_SKEW_H_

#include <string>
#include <vector>

#include "algorithms/run/runner.h"
#include "measure/clock_sync/global_clock.h"

namespace colltune {

/// The exit skew of one barrier: the time from the first rank's exit to the last one's.
struct BarrierSkew {
  std::string barrier;  ///< "double_ring", or "library"
  int samples = 0;      ///< repetitions in which all ranks entered together; with 0 the rest is 0
  Seconds skew{};       ///< their median
  Seconds error{};      ///< the largest clock error: the skew may be wrong by so much
};

/// The skews of the library's barrier and of each of our own with its standard parameters, if all
/// ranks enter at a common time. The same on all ranks. Collective over the communicator of
/// `runner`, which is that of `clock`. Requires at least one repetition.
std::vector<BarrierSkew> MeasureBarrierSkews(Runner& runner, GlobalClock& clock, int repetitions);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_BARRIER_SKEW_H_
