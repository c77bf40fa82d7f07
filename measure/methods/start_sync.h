// Ways in which all ranks start an operation together.
#ifndef COLLTUNE_MEASURE_METHODS_START_SYNC_H_
#define COLLTUNE_MEASURE_METHODS_START_SYNC_H_

#include <memory>
#include <vector>

#include "measure/methods/rank_times.h"

namespace colltune::measure {

/// Planned start and end of one repetition on this rank.
struct Started {
  bool common = false;           ///< whether `at` is set
  Seconds at{};                  ///< global time at which all ranks were to start
  Seconds until{Times::kNever};  ///< local time at which the operation is to have ended
  bool late = false;             ///< whether this rank started after `at`
};

/// A way to start together. All calls are collective.
class Start {
 public:
  virtual ~Start() = default;
  /// Prepares a row of repetitions; returns their number.
  virtual int Prepare() = 0;
  /// Returns when this rank is to start the k-th repetition of the row.
  virtual Started Wait(int k) = 0;
  /// Adapts later starts to `times`: all repetitions since the last call, the last row at the end.
  virtual void Learn(const std::vector<Times>& times) = 0;
};

/// Starts after two barriers in a row.
std::unique_ptr<Start> StartByDoubleBarrier(MPI_Comm comm);

/// Starts by windows: rank 0 announces the first start of a row of `row` windows. The k-th
/// repetition starts, and should end, in the k-th window. Performs the operation to guess the
/// length of a window.
std::unique_ptr<Start> StartByWindows(Operation& operation, GlobalClock& clock, int row);

/// Starts by times that rank 0 announces, one for each repetition.
std::unique_ptr<Start> StartByRoundTime(GlobalClock& clock);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_START_SYNC_H_
