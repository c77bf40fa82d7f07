// Models one clock by another: a line, with a bound on its error. Pure functions on values.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_CLOCK_MODEL_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_CLOCK_MODEL_H_

#include <limits>
#include <span>

#include "measure/clock_sync/offset_bounds.h"

namespace colltune::measure {

/// Line of a local clock against a reference: local - reference = offset + drift (local - at). The
/// default is a clock that is its own reference. Plain data, to be sent between ranks as bytes.
///
/// The line is written around `at` and not around 0. For a clock that counts from 1970, a slope of
/// 1e-5 around 0 would leave few digits of the microsecond.
struct ClockModel {
  Seconds at{};
  Seconds offset{};
  double drift = 0;
  /// Largest distance of the truth from the line while the local clock is within [from, until].
  /// Outside, the bound grows.
  Seconds error{};
  Seconds from{-std::numeric_limits<double>::infinity()};
  Seconds until{std::numeric_limits<double>::infinity()};
  double drift_bound = 0;  ///< of the two clocks relative to each other

  Seconds ToReference(Seconds local) const { return local - offset - drift * (local - at); }
  Seconds ToLocal(Seconds reference) const { return at + (reference - at + offset) / (1 - drift); }
  /// Returns the certified bound on the error of ToReference(local).
  Seconds ErrorAt(Seconds local) const;
};

/// Returns the model of an offset that was measured once; its drift is unknown, and taken as 0.
ClockModel FromOffset(const Offset& offset, double drift_bound);

/// Returns the line through two measured offsets, `before` the earlier one. Between them the error
/// of the line is certified on the assumption that both rates were constant.
ClockModel Between(const Offset& before, const Offset& after, double drift_bound);

/// Returns the line of least squares through measured offsets, in the order of time. Its error is
/// certified at the last offset, whatever the rates: the error measured there plus the distance of
/// that offset from the line. Requires an offset.
ClockModel FitLine(std::span<const Offset> offsets, double drift_bound);

/// Composes the model of a clock against its parent with the parent's against the reference: errors
/// add. Both models have a drift_bound that holds for any two of the three clocks, or are exact and
/// have none.
ClockModel Compose(const ClockModel& to_parent, const ClockModel& parent);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_CLOCK_MODEL_H_
