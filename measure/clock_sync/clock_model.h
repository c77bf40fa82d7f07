// What one clock tells of another: a line, with a bound on its error. Pure functions on values.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_CLOCK_MODEL_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_CLOCK_MODEL_H_

#include <limits>
#include <span>

#include "measure/clock_sync/offset_bounds.h"

namespace colltune {

/// local - reference = offset + drift (local - at). The default is a clock that is its own
/// reference. Plain data, to be sent between ranks as bytes.
///
/// The line is written around `at` and not around 0: a clock that counts from 1970 leaves a
/// difference of slopes of 1e-5 few digits of the microsecond.
struct ClockModel {
  Seconds at{};
  Seconds offset{};
  double drift = 0;
  /// The truth is no further from the line than `error` while the local clock is within
  /// [from, until]. Outside, the bound grows.
  Seconds error{};
  Seconds from{-std::numeric_limits<double>::infinity()};
  Seconds until{std::numeric_limits<double>::infinity()};
  double drift_bound = 0;  ///< of the two clocks relative to each other

  Seconds ToReference(Seconds local) const { return local - offset - drift * (local - at); }
  Seconds ToLocal(Seconds reference) const { return at + (reference - at + offset) / (1 - drift); }
  /// The certified bound on the error of ToReference(local).
  Seconds ErrorAt(Seconds local) const;
};

/// An offset that was measured once; the drift is unknown.
ClockModel FromOffset(const Offset& offset, double drift_bound);

/// The line through two measured offsets, the first one earlier. Between them its error is
/// certified on the assumption that both rates were constant in between.
ClockModel Between(const Offset& before, const Offset& after, double drift_bound);

/// The line of least squares through measured offsets, in the order of time. Its error is
/// certified at the last one, whatever the rates: the bound measured there, and what the line
/// misses it by. Requires an offset.
ClockModel FitLine(std::span<const Offset> offsets, double drift_bound);

/// From a clock to its parent and from there to the reference: errors add. Both have a
/// drift_bound that holds for any two of the three clocks, or are exact and have none.
ClockModel Compose(const ClockModel& to_parent, const ClockModel& parent);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_CLOCK_MODEL_H_
