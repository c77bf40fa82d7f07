// Synchronises wrong clocks in virtual time, and compares the result with the truth.
#ifndef COLLTUNE_TESTS_MEASURE_CLOCK_SYNC_BENCH_H_
#define COLLTUNE_TESTS_MEASURE_CLOCK_SYNC_BENCH_H_

#include <array>

#include "measure/clock_sync/global_clock.h"
#include "tests/measure/wrong_clock.h"

namespace colltune::measure {

/// Quality of a global clock in a batch of 10 s: the worst of all ranks, the same on all ranks.
struct SyncQuality {
  static constexpr int kMoments = 11;  ///< once a second, from the end of Begin on

  Seconds cost{};                          ///< of Begin and End
  std::array<Seconds, kMoments> errors{};  ///< as known after End
  std::array<Seconds, kMoments> bounds{};  ///< as certified after End
  int violations = 0;  ///< errors above their bounds, as known during the batch and after End

  Seconds WorstError() const;
};

/// The clock of a rank: within 1000 s and 20 ppm of the truth, with a jitter of 0.5 us on average.
/// Other values of `seed` give other clocks and other jitter.
WrongClock ClockOf(int rank, unsigned seed = 1);

/// Runs one batch with `scheme`. Collective.
SyncQuality Try(const ClockSync& scheme, const SyncOptions& options, MPI_Comm comm);

}  // namespace colltune::measure

#endif  // COLLTUNE_TESTS_MEASURE_CLOCK_SYNC_BENCH_H_
