// What a nonblocking collective costs the processor, and how much of it runs beside computation.
#ifndef COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_H_
#define COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_H_

#include <functional>
#include <optional>

#include "algorithms/units.h"
#include "measure/nonblocking/nonblocking_calls.h"
#include "measure/operation/workload.h"

namespace colltune {

struct NonblockingOptions {
  int repetitions = 20;  ///< of each phase, after one to warm up; medians count
  Rank root = 0;
  /// MPI_Test is called bytes / test_interval + 1 times while computing, evenly spread, so that
  /// libraries without a progress of their own get on. None: not at all.
  std::optional<Bytes> test_interval{};
  /// Lets all ranks of the communicator start together. Empty: by a barrier, whose skew then
  /// counts as time of the collective; with clocks in step, wait for a common time.
  std::function<void()> start_together{};
};

/// The parts belong to the rank whose overhead is the largest. Parts are medians by themselves, and
/// need not add up.
struct NonblockingTimes {
  Seconds blocking{};  ///< t_b: start and wait at once; the largest of all ranks' medians
  Rank rank = 0;
  Seconds init{};      ///< starting it
  Seconds tests{};     ///< all calls of MPI_Test
  Seconds wait{};      ///< MPI_Wait, after computing
  Seconds overhead{};  ///< what the collective adds to the computation
  double overlap = 0;  ///< 1 - overhead / blocking, and at least 0; 0 where blocking is 0
  int test_calls = 0;  ///< while computing
};

/// The two schemes of Hoefler, Schneider & Lumsdaine, "Accurately Measuring Collective Operations
/// at Massive Scale" (2008), section 4.1, for `call` on `bytes`. Collective over `comm`, whose
/// errors have to return; arguments and results are the same on all ranks. Throw MpiError.
///
/// Time-based: between starting and waiting each rank computes until t_b has passed, tests not
/// counted; the overhead is init + tests + wait. It does not see what interrupts the computation.
NonblockingTimes TimeBased(const NonblockingCall& call, Bytes bytes, MPI_Comm comm,
                           const Clock& clock, const NonblockingOptions& options);

/// Work-based: each rank does a fixed work that takes t_b or longer on all; the overhead is what
/// the whole takes longer than the work alone, at least 0. It also sees interrupts, and a thread
/// of the library that takes processor time. Throws as Calibrate.
NonblockingTimes WorkBased(const NonblockingCall& call, Bytes bytes, MPI_Comm comm,
                           const Clock& clock, Workload& workload,
                           const NonblockingOptions& options);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_H_
