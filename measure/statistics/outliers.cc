#include "measure/statistics/outliers.h"

#include <algorithm>
#include <limits>

namespace colltune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Interval TukeyFence(std::vector<Seconds> values) {
  constexpr std::size_t kTooFew = 10;
  constexpr double kStep = 1.5;
  if (values.size() <= kTooFew) return {Seconds(-kInfinity), Seconds(kInfinity)};
  std::sort(values.begin(), values.end());
  const auto half = static_cast<std::ptrdiff_t>((values.size() + 1) / 2);
  const Seconds low = Median({values.begin(), values.begin() + half});
  const Seconds high = Median({values.end() - half, values.end()});
  return {low - kStep * (high - low), high + kStep * (high - low)};
}

Seconds PreemptionLimit(const std::vector<Seconds>& values, double factor) {
  const Seconds median = values.empty() ? Seconds(0) : Median(values);
  return median > Seconds(0) ? factor * median : Seconds(kInfinity);
}

}  // namespace colltune
