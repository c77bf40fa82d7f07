#include "measure/statistics/stopping_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

constexpr double kGrowth = 1.5;

Estimate Between(Seconds value, Interval interval) {
  return {.value = value, .low = interval.low, .high = interval.high};
}

Estimate EstimateMedian(const std::vector<Seconds>& samples, double confidence) {
  return Between(Median(samples), MedianInterval(samples, confidence));
}

Estimate EstimateMean(const std::vector<Seconds>& samples, double confidence) {
  return Between(Mean(samples), MeanInterval(samples, confidence));
}

/// Estimates the mean, and one standard deviation to either side, which is no confidence interval.
Estimate EstimateSpread(const std::vector<Seconds>& samples, double) {
  const Seconds mean = Mean(samples);
  if (samples.size() < 2) return Between(mean, MeanInterval(samples, 0.5));
  const Seconds deviation = StandardDeviation(samples);
  return Between(mean, {mean - deviation, mean + deviation});
}

}  // namespace

std::span<const Statistic> Statistics() {
  static const std::array<Statistic, 3> table = {{
      {"median",
       "the median, until its interval of order statistics is narrow",
       "David & Nagaraja, Order Statistics, section 7.1",
       {.min_reps = 10, .max_reps = 1000, .confidence = 0.99, .alpha = 0.025},
       kGrowth,
       EstimateMedian},
      {"mean",
       "the mean, until Student's interval is narrow",
       "Lastovetsky, Rychkov & O'Flynn, MPIBlib (EuroPVM/MPI 2008), its precision and defaults",
       {.min_reps = 5, .max_reps = 100, .confidence = 0.95, .alpha = 0.025, .statistic = "mean"},
       kGrowth,
       EstimateMean},
      {"three_percent",
       "the mean of batches, until their standard deviation is below 3 %; no confidence",
       "de Supinski & Karonis, Accurately Measuring MPI Broadcasts (HPDC 1999), 8 to 30 batches",
       {.min_reps = 8, .max_reps = 30, .alpha = 0.03, .statistic = "three_percent"},
       1,
       EstimateSpread},
  }};
  return table;
}

const Statistic* FindStatistic(std::string_view name) {
  const auto found = std::ranges::find(Statistics(), name, &Statistic::name);
  return found == Statistics().end() ? nullptr : &*found;
}

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
  demand(FindStatistic(statistic) != nullptr,
         fmt::format("statistic '{}' is none of median, mean, three_percent", statistic));
}

Estimate Evaluate(const StoppingRule& rule, const std::vector<Seconds>& samples) {
  if (samples.empty()) return {.error = std::numeric_limits<double>::infinity()};
  Estimate estimate = FindStatistic(rule.statistic)->estimate(samples, rule.confidence);
  const Seconds half = (estimate.high - estimate.low) / 2;
  estimate.reps = static_cast<int>(samples.size());
  // A relative error needs a positive value.
  estimate.error =
      estimate.value > Seconds(0) ? half / estimate.value : std::numeric_limits<double>::infinity();
  estimate.reached = estimate.error <= rule.alpha;
  return estimate;
}

int NextLook(const StoppingRule& rule, int repetitions) {
  const double growth = FindStatistic(rule.statistic)->growth;
  if (repetitions < rule.min_reps) return rule.min_reps;
  if (growth <= 1) return std::min(repetitions + 1, rule.max_reps);
  double point = rule.min_reps;
  while (std::lround(point) <= repetitions && point < rule.max_reps) point *= growth;
  return static_cast<int>(std::min(std::lround(point), static_cast<long>(rule.max_reps)));
}

bool Enough(const StoppingRule& rule, int repetitions, const std::vector<Seconds>& samples) {
  if (repetitions >= rule.max_reps) return true;
  return NextLook(rule, repetitions - 1) == repetitions && Evaluate(rule, samples).reached;
}

}  // namespace colltune::measure
