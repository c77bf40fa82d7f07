// Options of clock synchronisation.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_OPTIONS_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_OPTIONS_H_

#include "algorithms/units.h"

namespace colltune::measure {

/// One part per million: the usual unit of clock drift.
inline constexpr double kPpm = 1e-6;

struct SyncOptions {
  /// Number of exchanges in a row without a smaller round trip that ends an offset's measurement.
  /// This is the N of Hoefler, Schneider & Lumsdaine, "Accurately Measuring Collective Operations
  /// at Massive Scale" (PMEO 2008), section 3.1, who come within 10 % of the smallest with 100.
  int patience = 100;
  int most_exchanges = 1000;  ///< limit for one offset, whatever the round trips
  /// A round trip counts as smaller if it saves more than this: a step of clocks that count
  /// nanoseconds.
  Seconds epsilon{1e-9};

  /// Largest deviation of any rank's clock rate from true time, as a share. All certified errors
  /// depend on it. IEEE 802.3 asks 100 ppm of the crystals of network cards. A clock that NTP
  /// slews may be off by 500 ppm (RFC 5905, MAXFREQ).
  double drift_bound = 100 * kPpm;

  /// Largest age at which a synchronisation serves for another batch. MPIX_Harmonize has 1 s, too.
  Seconds max_age{1};

  // Options of the schemes that fit the drift, `jk` and `hca3`.
  int fit_points = 500;    ///< offsets to which the line is fitted
  int fit_exchanges = 10;  ///< exchanges for each offset
  /// Time between offsets, on which the error of the slope depends more than on their number.
  Seconds fit_gap{1e-3};

  /// Throws std::invalid_argument naming the option, its value and its bound.
  void Validate() const;

  /// Returns how much the difference of two ranks' clocks can change in a second of either clock.
  double RelativeDriftBound() const { return 2 * drift_bound / (1 - drift_bound); }
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_OPTIONS_H_
