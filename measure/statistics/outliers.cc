#include "measure/statistics/outliers.h"

#include <limits>

namespace colltune::measure {

Seconds PreemptionLimit(const std::vector<Seconds>& values, double factor) {
  const Seconds median = values.empty() ? Seconds(0) : Median(values);
  return median > Seconds(0) ? factor * median : Seconds(std::numeric_limits<double>::infinity());
}

}  // namespace colltune::measure
