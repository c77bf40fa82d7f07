// Samples that something else than the operation made long. They are marked, never dropped: who
// drops what does not please measures what he likes.
#ifndef COLLTUNE_MEASURE_STATISTICS_OUTLIERS_H_
#define COLLTUNE_MEASURE_STATISTICS_OUTLIERS_H_

#include <vector>

#include "algorithms/units.h"
#include "measure/statistics/statistics.h"

namespace colltune {

/// Tukey's inner fences (Exploratory Data Analysis, 1977, chapter 2): the hinges, which are the
/// medians of the lower and the upper half of the values, the median being in both where it is one
/// of them, and 1.5 times their distance beyond. Up to ten values do not tell what is unusual:
/// their fence is (-infinity, infinity).
Interval TukeyFence(std::vector<Seconds> values);

/// A sample above this lost its processor meanwhile: `factor` times the median, or infinity where
/// that is not positive, or there are no values.
///
/// kPreempted is measured on two cores of a virtual machine, in loops of fixed work of 0.1, 0.7, 7
/// and 72 us: with a core for itself each took more than 5 medians in 0.012, 0.034, 0.068 and
/// 0.005 % of 20 000 repetitions or more. With another process on the core that was 2.0 % of the
/// longest loop, nearly all of it above 20 medians: the time slice that is lost is 4 ms. An
/// operation of up to 1 ms shows one.
inline constexpr double kPreempted = 5;
Seconds PreemptionLimit(const std::vector<Seconds>& values, double factor = kPreempted);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_STATISTICS_OUTLIERS_H_
