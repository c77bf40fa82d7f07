// How far a model has been off, and what may be dropped by its word.
#ifndef COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_
#define COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

/// Nine in ten of some are at most so much. Requires one.
inline double NineInTen(std::vector<double> all) {
  std::ranges::sort(all);
  return all[all.size() * 9 / 10];
}

class ModelError {
 public:
  /// What an estimate said before the measurement.
  void Add(Seconds estimated, Seconds measured) {
    off_.push_back(std::abs(std::log(measured / estimated)));
    if (off_.size() > kKept) off_.pop_front();
  }

  /// The share by which nine in ten of the latest estimates were off at most, as a logarithm;
  /// kUnknown before there are kLeast.
  double Level() const { return Quantile(0.9); }

  /// A candidate that is estimated to take more than so many times the best one's time is not
  /// measured: both estimates may be off, by as much as one in fifty was.
  double Slack() const { return std::exp(2 * Quantile(0.98) + kFloor); }

 private:
  double Quantile(double share) const {
    if (off_.size() < kLeast) return kUnknown;
    std::vector<double> sorted(off_.begin(), off_.end());
    std::ranges::sort(sorted);
    const auto last = static_cast<double>(sorted.size() - 1);
    return std::max(sorted[static_cast<std::size_t>(share * last)], kFloor);
  }

  static constexpr std::size_t kKept = 64;   // the model gets better as it is corrected
  static constexpr std::size_t kLeast = 10;  // one in ten may be further off
  // Half as much again: what models are off on machines that they were not made for (table of
  // predictions in models/README.md, 95th percentile).
  static constexpr double kUnknown = 0.4;
  static constexpr double kFloor = 0.005;  // never trusted to better than 0.5 %

  std::deque<double> off_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_MODEL_ERROR_H_
