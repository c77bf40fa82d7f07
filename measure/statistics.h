// Statistics of samples: pure functions on values.
#ifndef COLLTUNE_MEASURE_STATISTICS_H_
#define COLLTUNE_MEASURE_STATISTICS_H_

#include <cstddef>
#include <vector>

#include "algorithms/units.h"

namespace colltune {

/// The middle value, or the mean of the two middle ones. Requires values.
Seconds Median(std::vector<Seconds> values);

struct Interval {
  Seconds low{};
  Seconds high{};
};

/// The confidence interval of the median between two order statistics: it holds whatever the
/// distribution of the samples is (David & Nagaraja, Order Statistics, section 7.1). Where there
/// are too few values for the confidence it is [0, infinity): at 99 % it takes 8.
/// Requires values, and 0 < confidence < 1.
Interval MedianInterval(std::vector<Seconds> values, double confidence);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_STATISTICS_H_
