// Bounds the offset between two clocks by exchanges of messages: pure functions on time stamps.
//
// Sources: Cristian, "Probabilistic Clock Synchronization" (1989), for the bounds of one
// exchange; SKaMPI 5 for keeping the best of many; Hoefler, Schneider & Lumsdaine (PMEO 2008),
// section 3.1, for when to stop.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_BOUNDS_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_BOUNDS_H_

#include <limits>

#include "measure/clock_sync/options.h"

namespace colltune::measure {

/// Clock readings of a message there and back.
struct Exchange {
  Seconds before{};  ///< by this clock, before the message left
  Seconds remote{};  ///< by the other clock
  Seconds after{};   ///< by this clock, after the message came back

  Seconds RoundTrip() const { return after - before; }
};

/// Difference of this clock minus the other, when this clock showed `at`.
struct Offset {
  Seconds at{};
  Seconds offset{};
  Seconds error{};  ///< largest distance of the truth, if no clock drifts more than is allowed
};

/// Keeps the tightest bounds of all exchanges so far.
///
/// The other clock was read between `before` and `after`. So the offset was then between
/// before - remote and after - remote, whatever the two ways took. Bounds of earlier exchanges
/// remain valid, widened by the drift that is allowed since.
class OffsetBounds {
 public:
  /// Begins without bounds. `drift_bound` is that of the two clocks relative to each other.
  explicit OffsetBounds(double drift_bound) : drift_bound_(drift_bound) {}

  /// Adds an exchange, which is later than those added before.
  void Add(const Exchange& exchange);

  /// Returns the middle of the bounds, at the end of the last exchange. Its error is infinite where
  /// bounds exclude each other: then the clocks drift more than is allowed, or jumped. Requires an
  /// exchange.
  Offset Get() const;

 private:
  double drift_bound_;
  bool contradicted_ = false;
  Seconds at_{};
  Seconds low_{-std::numeric_limits<double>::infinity()};
  Seconds high_{std::numeric_limits<double>::infinity()};
};

/// Keeps the exchange of the smallest round trip, and tells when to stop: after `patience` round
/// trips in a row that were not smaller by more than `epsilon`.
class SmallestRoundTrip {
 public:
  SmallestRoundTrip(int patience, Seconds epsilon) : patience_(patience), epsilon_(epsilon) {}

  /// Adds `exchange`; returns whether another one is wanted after it.
  bool WantsMoreAfter(const Exchange& exchange);

  /// Returns the offset if both ways took half of the smallest round trip. Requires an exchange.
  Offset Get(double drift_bound) const;

 private:
  int patience_;
  Seconds epsilon_;
  int in_vain_ = 0;
  Exchange best_{Seconds(0), Seconds(0), Seconds(std::numeric_limits<double>::infinity())};
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OFFSET_BOUNDS_H_
