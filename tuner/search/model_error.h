// Error of estimates so far, and the slack that it calls for when candidates are pruned.
#ifndef COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_
#define COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

/// Returns the 90th percentile of some values. Requires a value.
inline double NineInTen(std::vector<double> all) {
  std::ranges::sort(all);
  return all[all.size() * 9 / 10];
}

/// A time, and how uncertain it is.
struct Estimate {
  Seconds time;
  double deviation = 0;  ///< standard deviation of the time's logarithm; 0 where it was measured
};

/// Errors in standard deviations: an estimate says how far it is expected to be off, and the errors
/// so far say how many times as far estimates were. So is conformal prediction scaled (Lei, G'Sell,
/// Rinaldo, Tibshirani & Wasserman, 2018, section 5.2).
class ModelError {
 public:
  /// Adds the error of an estimate that was made before the measurement.
  void Add(const Estimate& estimate, Seconds measured) {
    off_.push_back(std::abs(std::log(measured / estimate.time)) /
                   std::max(estimate.deviation, kFloor));
    if (off_.size() > kKept) off_.pop_front();
    if (off_.size() < kLeast) return;
    std::vector<double> sorted(off_.begin(), off_.end());
    std::ranges::sort(sorted);
    const auto quantile = [&](double share) {
      return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    nine_in_ten_ = quantile(0.9);
    nearly_all_ = quantile(0.98);
  }

  /// Returns the error, as a logarithm, which nine in ten estimates of a standard deviation stay
  /// below.
  double Level(double deviation) const { return Off(nine_in_ten_, deviation); }

  /// Returns the multiple of the best estimate above which another one is pruned without being
  /// measured. Both may be off by the 98th percentile of the errors.
  double Slack(double best, double other) const {
    return std::exp(Off(nearly_all_, best) + Off(nearly_all_, other) + kFloor);
  }

 private:
  static double Off(double deviations, double deviation) {
    return std::max(deviations * deviation, kFloor);
  }

  static constexpr std::size_t kKept = 64;   // latest errors only: corrections improve the model
  static constexpr std::size_t kLeast = 10;  // least number of errors for a 90th percentile
  // Before there are as many: a normal distribution's 95th percentile of errors.
  static constexpr double kUnknown = 2;
  static constexpr double kFloor = 0.005;  // no model is trusted to better than 0.5 %

  std::deque<double> off_;
  double nine_in_ten_ = kUnknown;  // quantiles of off_: asked for each candidate, told by each run
  double nearly_all_ = kUnknown;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_
