#include "measure/stopping_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "measure/statistics.h"

namespace colltune {
namespace {

constexpr double kGrowth = 1.5;

}  // namespace

void StoppingRule::Validate() const {
  const auto demand = [](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
  };
  demand(min_reps >= 1, fmt::format("least repetitions {} are below 1", min_reps));
  demand(max_reps >= min_reps,
         fmt::format("most repetitions {} are below the least, {}", max_reps, min_reps));
  demand(confidence > 0 && confidence < 1,
         fmt::format("confidence {} is not between 0 and 1", confidence));
  demand(alpha > 0 && alpha < 1, fmt::format("alpha {} is not between 0 and 1", alpha));
}

int NextLook(const StoppingRule& rule, int repetitions) {
  double point = rule.min_reps;
  while (std::lround(point) <= repetitions) point *= kGrowth;
  return static_cast<int>(std::min<long>(std::lround(point), rule.max_reps));
}

bool Enough(const StoppingRule& rule, int repetitions, const std::vector<Seconds>& samples) {
  if (repetitions >= rule.max_reps) return true;
  if (repetitions < rule.min_reps) return false;
  if (samples.empty()) return false;
  const Interval interval = MedianInterval(samples, rule.confidence);
  return (interval.high - interval.low) / 2 <= rule.alpha * Median(samples);
}

}  // namespace colltune
