// Statistics of samples: pure functions on values.
#ifndef COLLTUNE_MEASURE_STATISTICS_STATISTICS_H_
#define COLLTUNE_MEASURE_STATISTICS_STATISTICS_H_

#include <cstddef>
#include <vector>

#include "algorithms/units.h"

namespace colltune::measure {

/// Returns the middle value, or the mean of the two middle ones. Requires values.
Seconds Median(std::vector<Seconds> values);

/// Requires values.
Seconds Mean(const std::vector<Seconds>& values);

/// Returns the smallest value: the undisturbed time of the operation, given ten runs or more (Bell
/// et al., "An Evaluation of Current High-Performance Networks", IPDPS 2003, section 3).
/// Requires values.
Seconds Minimum(const std::vector<Seconds>& values);

/// Estimates the standard deviation of the distribution that the samples come from (the sum is
/// divided by n - 1). Requires two values or more.
Seconds StandardDeviation(const std::vector<Seconds>& values);

struct Interval {
  Seconds low{};
  Seconds high{};
};

/// Returns the confidence interval of the median between two order statistics, which is valid for
/// any distribution of the samples (David & Nagaraja, Order Statistics, section 7.1). Where there
/// are too few values for the confidence, the interval is [0, infinity): 99 % needs 8 values.
/// Requires values, and 0 < confidence < 1.
Interval MedianInterval(std::vector<Seconds> values, double confidence);

/// Returns Student's two-sided confidence interval of the mean; the error probability is shared
/// equally between both ends. It is valid for samples that are independent and normally
/// distributed; times on a busy machine are neither. One value has the interval [0, infinity).
/// Requires values, and 0 < confidence < 1.
Interval MeanInterval(const std::vector<Seconds>& values, double confidence);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_STATISTICS_STATISTICS_H_
