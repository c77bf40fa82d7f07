#include "tuner/search/belief.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace colltune::tune {

double MeanOfNormalBeyond(double least) {
  const double density = std::exp(-least * least / 2) / std::sqrt(2 * std::numbers::pi);
  return density - least * std::erfc(least / std::numbers::sqrt2) / 2;
}

double ExpectedLoss(const Belief& chosen, const Belief& other) {
  const double loss = chosen.mean - other.mean;
  const double deviation = std::hypot(chosen.deviation, other.deviation);
  return deviation == 0 ? std::max(loss, 0.0) : deviation * MeanOfNormalBeyond(-loss / deviation);
}

}  // namespace colltune::tune
