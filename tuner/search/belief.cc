#include "tuner/search/belief.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace colltune::tune {

const Belief* FastestOf(const std::vector<Belief>& beliefs, bool with_library) {
  const Belief* best = nullptr;
  for (const Belief& belief : beliefs) {
    if (belief.choice == kLibrary && !with_library) continue;
    if (best == nullptr || belief.mean < best->mean) best = &belief;
  }
  return best;
}

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
