// How clocks are synchronised.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OPTIONS_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OPTIONS_H_

#include "algorithms/units.h"

namespace colltune {

/// Parts per million: the unit in which the drift of clocks is told.
inline constexpr double kPpm = 1e-6;

struct SyncOptions {
  /// An offset is measured until so many exchanges in a row brought no smaller round trip: the N
  /// of Hoefler, Schneider & Lumsdaine, "Accurately Measuring Collective Operations at Massive
  /// Scale" (PMEO 2008), section 3.1, who come within 10 % of the smallest with 100.
  int patience = 100;
  int most_exchanges = 1000;  ///< for one offset, whatever the round trips
  /// What a round trip must save to count as smaller: a step of clocks that count nanoseconds.
  Seconds epsilon{1e-9};

  /// How far the rate of any rank's clock may be from that of true time. All certified errors
  /// depend on it. IEEE 802.3 asks 100 ppm of the crystals of network cards. A clock that NTP
  /// slews may be off by 500 ppm (RFC 5905, MAXFREQ).
  double drift_bound = 100 * kPpm;

  /// A synchronisation that is older does not serve for another batch. MPIX_Harmonize's second.
  Seconds max_age{1};

  /// For the schemes that fit the drift, `jk` and `hca3`: offsets to fit the line to, exchanges
  /// for each, and the time between them, which counts for more than their number does.
  int fit_points = 500;
  int fit_exchanges = 10;
  Seconds fit_gap{1e-3};

  /// Throws std::invalid_argument naming the option, its value and its bound.
  void Validate() const;

  /// By how much a difference of two ranks' clocks can change in a second of either.
  double RelativeDriftBound() const { return 2 * drift_bound / (1 - drift_bound); }
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OPTIONS_H_
