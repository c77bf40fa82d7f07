// Calibration of interpolated decisions: how far expected savings were off on layouts that they
// were not fitted to. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_CALIBRATION_H_
#define COLLTUNE_TUNER_SEARCH_CALIBRATION_H_

#include <cstddef>
#include <vector>

namespace colltune::tune {

/// The error of one expected saving.
struct Residual {
  double distance = 0;   ///< from the nearest problem that the expectation rests on; see Metric
  double deviation = 0;  ///< expected standard deviation of the saving's logarithm
  double excess = 0;     ///< expected less real saving, as logarithms
};

/// Share of interpolated decisions that may be slower than the library by more than the margin.
inline constexpr double kInterpolationRisk = 0.05;

/// Least number of residuals for which the quantile at kInterpolationRisk is one of them.
inline constexpr auto kLeastResiduals = static_cast<std::size_t>(1 / kInterpolationRisk) - 1;

/// Distance, in doublings, that nothing measured nearby helps an expectation over.
inline constexpr double kFarAway = 1.5;

/// Standard deviation of the ratio of the library's time to another's, as a logarithm, where
/// nothing is known of either: libraries are often twice as slow as the best algorithm, and rarely
/// ten times.
inline constexpr double kUnlike = 0.7;

/// Split conformal prediction (Lei, G'Sell, Rinaldo, Tibshirani & Wasserman, 2018, section 2.2),
/// scaled by the expected deviation (section 5.2): a saving that exceeds Within is real but for a
/// share kInterpolationRisk of all cases, whatever the distribution of errors, if the residuals are
/// of problems like the ones to come.
class Calibration {
 public:
  void Clear() { residuals_.clear(); }
  void Add(const Residual& residual) { residuals_.push_back(residual); }
  const std::vector<Residual>& residuals() const { return residuals_; }

  /// Whether there are enough residuals for a quantile at kInterpolationRisk.
  bool IsEnough() const { return residuals_.size() >= kLeastResiduals; }

  /// Returns the error that savings of this deviation, expected over this distance, stay below in
  /// all but a share kInterpolationRisk of cases, as a logarithm. Residuals of the same class of
  /// distances count; where they are too few, those over larger distances too; where these are too
  /// few, the normal distribution, with kUnlike or more. Those over smaller distances tell nothing.
  double Within(double distance, double deviation) const;

  /// Returns the mean of max(0, excess - needed) over the errors of savings of this deviation,
  /// expected over this distance: what is lost, as a logarithm, where a saving is smaller than
  /// expected by more than `needed`. With `real_is_larger`, where it is larger by more than that.
  /// Takes the errors as Within does.
  double MeanBeyond(double distance, double deviation, double needed, bool real_is_larger) const;

 private:
  /// Returns the errors, in deviations, of savings that are expected over such a distance; too few
  /// where nothing tells.
  std::vector<double> ErrorsAt(double distance) const;

  std::vector<Residual> residuals_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_CALIBRATION_H_
