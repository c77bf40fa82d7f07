// How all ranks start an operation together.
#ifndef COLLTUNE_MEASURE_METHODS_START_SYNC_H_
#define COLLTUNE_MEASURE_METHODS_START_SYNC_H_

#include <memory>
#include <vector>

#include "measure/methods/rank_times.h"

namespace colltune {

/// What a rank knows when it starts.
struct Started {
  bool common = false;           ///< whether `at` is set
  Seconds at{};                  ///< the global time at which all ranks were to start
  Seconds until{Times::kNever};  ///< the local time at which the operation is to have ended
  bool late = false;
};

/// How ranks start together. All calls are collective.
class Start {
 public:
  virtual ~Start() = default;
  /// Prepares a row of repetitions; how many there are in it.
  virtual int Prepare() = 0;
  /// Returns when this rank is to start the k-th one of the row.
  virtual Started Wait(int k) = 0;
  /// What came of the repetitions since the last call, the last row at the end.
  virtual void Learn(const std::vector<Times>& times) = 0;
};

/// Two barriers in a row.
std::unique_ptr<Start> StartByDoubleBarrier(MPI_Comm comm);

/// Rank 0 announces the first start and the length of a row of `row` windows; the k-th repetition
/// starts, and should end, in the k-th window. Performs the operation to guess a length.
std::unique_ptr<Start> StartByWindows(Operation& operation, GlobalClock& clock, int row);

/// Rank 0 announces each start.
std::unique_ptr<Start> StartByRoundTime(GlobalClock& clock);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_START_SYNC_H_
