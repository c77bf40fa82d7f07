// Measures the cost of a nonblocking collective to the processor, and its overlap with computation.
#ifndef COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_H_
#define COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_H_

#include <functional>
#include <optional>

#include "algorithms/units.h"
#include "measure/nonblocking/nonblocking_calls.h"
#include "measure/operation/workload.h"

namespace colltune::measure {

struct NonblockingOptions {
  int repetitions = 20;  ///< repetitions of each phase, after one to warm up; medians count
  Rank root = 0;
  /// Interval of MPI_Test, which is called bytes / test_interval + 1 times while computing, evenly
  /// spread. Libraries that make no progress by themselves need these calls. Empty: no calls.
  std::optional<Bytes> test_interval{};
  /// Returns when all ranks of the communicator are to start together; with clocks in step, it can
  /// wait for a common time. Empty: a barrier, whose skew then counts as time of the collective.
  std::function<void()> start_together{};
};

/// Times of the rank whose overhead is the largest. Each is a median by itself, so that they need
/// not add up.
struct NonblockingTimes {
  Seconds blocking{};  ///< t_b: start and wait at once; the largest of all ranks' medians
  Rank rank = 0;       ///< rank with the largest overhead
  Seconds init{};      ///< call that starts the collective
  Seconds tests{};     ///< all calls of MPI_Test
  Seconds wait{};      ///< MPI_Wait, after computing
  Seconds overhead{};  ///< time that the collective adds to the computation
  double overlap = 0;  ///< 1 - overhead / blocking, and at least 0; 0 where blocking is 0
  int test_calls = 0;  ///< calls of MPI_Test while computing
};

/// Measures by the time-based scheme of Hoefler, Schneider & Lumsdaine, "Accurately Measuring
/// Collective Operations at Massive Scale" (2008), section 4.1, for `call` on `bytes`. Between
/// starting and waiting each rank computes until t_b has passed, tests not counted. The overhead is
/// init + tests + wait; it does not include interruptions of the computation. Collective over
/// `comm`, whose errors have to return; arguments and results are the same on all ranks. Throws
/// MpiError.
NonblockingTimes TimeBased(const NonblockingCall& call, Bytes bytes, MPI_Comm comm,
                           const Clock& clock, const NonblockingOptions& options);

/// Measures by the work-based scheme of the same paper, and otherwise as TimeBased. Each rank does
/// a fixed amount of work that takes t_b or longer on all ranks. The overhead is the time of
/// collective and work less that of the work alone, at least 0. So it includes interrupts, and a
/// thread of the library that takes processor time. Also throws as Calibrate.
NonblockingTimes WorkBased(const NonblockingCall& call, Bytes bytes, MPI_Comm comm,
                           const Clock& clock, Workload& workload,
                           const NonblockingOptions& options);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_H_
