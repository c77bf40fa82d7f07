// Statistics of samples: pure functions on values.
#ifndef COLLTUNE_MEASURE_STATISTICS_STATISTICS_H_
#define COLLTUNE_MEASURE_STATISTICS_STATISTICS_H_

#include <cstddef>
#include <vector>

#include "algorithms/units.h"

namespace colltune {

/// The middle value, or the mean of the two middle ones. Requires values.
Seconds Median(std::vector<Seconds> values);

/// Requires values.
Seconds Mean(const std::vector<Seconds>& values);

/// The smallest: what the operation takes when nothing disturbs it, given ten runs or more (Bell
/// et al., "An Evaluation of Current High-Performance Networks", IPDPS 2003, section 3).
/// Requires values.
Seconds Minimum(const std::vector<Seconds>& values);

/// Of the distribution that the samples come from (the sum is divided by n - 1). Requires two
/// values or more.
Seconds StandardDeviation(const std::vector<Seconds>& values);

struct Interval {
  Seconds low{};
  Seconds high{};
};

/// The confidence interval of the median between two order statistics: it holds whatever the
/// distribution of the samples is (David & Nagaraja, Order Statistics, section 7.1). Where there
/// are too few values for the confidence it is [0, infinity): at 99 % it takes 8.
/// Requires values, and 0 < confidence < 1.
Interval MedianInterval(std::vector<Seconds> values, double confidence);

/// Student's confidence interval of the mean: two-sided, so that what may go wrong is shared
/// between both ends. It holds for samples that are independent and normally distributed; times
/// on a busy machine are neither. One value has the interval [0, infinity).
/// Requires values, and 0 < confidence < 1.
Interval MeanInterval(const std::vector<Seconds>& values, double confidence);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_STATISTICS_STATISTICS_H_
