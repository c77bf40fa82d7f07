// Error of a model's estimates so far, and the slack that it calls for when candidates are pruned.
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

class ModelError {
 public:
  /// Adds the error of an estimate that was made before the measurement.
  void Add(Seconds estimated, Seconds measured) {
    off_.push_back(std::abs(std::log(measured / estimated)));
    if (off_.size() > kKept) off_.pop_front();
  }

  /// Returns the 90th percentile of the latest estimates' errors, as a logarithm; kUnknown before
  /// there are kLeast.
  double Level() const { return Quantile(0.9); }

  /// Returns the multiple of the best estimate above which a candidate is pruned without being
  /// measured. Both estimates may be off by the 98th percentile of the errors.
  double Slack() const { return std::exp(2 * Quantile(0.98) + kFloor); }

 private:
  double Quantile(double share) const {
    if (off_.size() < kLeast) return kUnknown;
    std::vector<double> sorted(off_.begin(), off_.end());
    std::ranges::sort(sorted);
    const auto last = static_cast<double>(sorted.size() - 1);
    return std::max(sorted[static_cast<std::size_t>(share * last)], kFloor);
  }

  static constexpr std::size_t kKept = 64;   // latest errors only: corrections improve the model
  static constexpr std::size_t kLeast = 10;  // least number of errors for a 90th percentile
  // Error before measurements, as a logarithm: 50 %. This is the 95th percentile of models' errors
  // on machines that they were not made for (table of predictions in models/README.md).
  static constexpr double kUnknown = 0.4;
  static constexpr double kFloor = 0.005;  // no model is trusted to better than 0.5 %

  std::deque<double> off_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_
