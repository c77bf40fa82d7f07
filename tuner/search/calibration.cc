#include "tuner/search/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "tuner/search/belief.h"

namespace colltune::tune {
namespace {

/// Least deviation that counts: no expectation is trusted to better than 0.5 %.
constexpr double kFinest = 0.005;

/// Upper ends of the classes of distances, in doublings; the last class has no end.
constexpr std::array kClasses = {0.75, kFarAway};

std::size_t ClassOf(double distance) {
  return static_cast<std::size_t>(std::ranges::lower_bound(kClasses, distance) - kClasses.begin());
}

/// Quantile of the normal distribution at 1 - kInterpolationRisk.
constexpr double kNormal = 1.645;

/// Returns the conformal quantile of some errors in deviations: the ceil((n + 1)(1 - risk))-th
/// smallest; nothing where n is too small for one.
std::optional<double> Quantile(std::vector<double> errors) {
  const auto rank = static_cast<std::size_t>(
      std::ceil(static_cast<double>(errors.size() + 1) * (1 - kInterpolationRisk)));
  if (rank > errors.size()) return std::nullopt;
  std::ranges::nth_element(errors, errors.begin() + static_cast<std::ptrdiff_t>(rank - 1));
  return errors[rank - 1];
}

}  // namespace

std::vector<double> Calibration::ErrorsAt(double distance) const {
  std::vector<double> alike;
  std::vector<double> alike_or_farther;
  for (const Residual& residual : residuals_) {
    if (ClassOf(residual.distance) < ClassOf(distance)) continue;
    const double error = residual.excess / std::max(residual.deviation, kFinest);
    alike_or_farther.push_back(error);
    if (ClassOf(residual.distance) == ClassOf(distance)) alike.push_back(error);
  }
  return alike.size() >= kLeastResiduals ? alike : alike_or_farther;
}

double Calibration::Within(double distance, double deviation) const {
  const auto quantile = Quantile(ErrorsAt(distance));
  if (!quantile) return kNormal * std::max(deviation, kUnlike);
  return std::max(*quantile, 0.0) * std::max(deviation, kFinest);
}

double Calibration::MeanBeyond(double distance, double deviation, double needed,
                               bool real_is_larger) const {
  const std::vector<double> errors = ErrorsAt(distance);
  const double unit = std::max(deviation, errors.size() < kLeastResiduals ? kUnlike : kFinest);
  if (errors.size() < kLeastResiduals) return unit * MeanOfNormalBeyond(needed / unit);
  double sum = 0;
  for (const double error : errors) {
    sum += std::max((real_is_larger ? -error : error) * unit - needed, 0.0);
  }
  return sum / static_cast<double>(errors.size());
}

}  // namespace colltune::tune
