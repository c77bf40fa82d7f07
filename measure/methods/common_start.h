// Agrees on a moment in the near future at which all ranks start.
#ifndef COLLTUNE_MEASURE_METHODS_COMMON_START_H_
#define COLLTUNE_MEASURE_METHODS_COMMON_START_H_

#include "measure/clock_sync/global_clock.h"

namespace colltune::measure {

/// Announces starting times in global time. Source: Hoefler, Schneider & Lumsdaine (2008), section
/// 3; Hunold & Carpen-Amarie (2018), whose ReproMPI announces a start by the time of three
/// announcements ahead.
class CommonStart {
 public:
  /// Times an announcement. Collective over the clock's communicator. Requires that `clock` lives
  /// longer.
  explicit CommonStart(GlobalClock& clock);

  /// Returns the next start in global time, which is that of rank 0's clock; the same on all ranks.
  /// Collective. Requires that the clock has begun.
  Seconds Announce() const;

  /// Returns at the local time that corresponds to `start`. Where that time has passed, returns
  /// false at once.
  bool WaitFor(Seconds start) const;

  /// Doubles the distance of later starts. To be called on all ranks, when too many were late.
  void MoveAhead() { ahead_ *= 2; }

 private:
  const GlobalClock& clock_;
  Seconds ahead_{};
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_COMMON_START_H_
