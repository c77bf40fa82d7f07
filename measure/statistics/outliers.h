// Detects samples that something other than the operation made long. They are marked, never
// dropped: dropping unwelcome samples would bias the result.
#ifndef COLLTUNE_MEASURE_STATISTICS_OUTLIERS_H_
#define COLLTUNE_MEASURE_STATISTICS_OUTLIERS_H_

#include <vector>

#include "algorithms/units.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {

/// Multiple of the median above which a sample counts as preempted.
///
/// Measured on two cores of a virtual machine, in loops of fixed work of 0.1, 0.7, 7 and 72 us.
/// With a core for itself, each loop took more than 5 medians in 0.012, 0.034, 0.068 and 0.005 % of
/// 20 000 repetitions or more. With another process on the core, the longest loop did in 2.0 % of
/// repetitions, nearly all of them above 20 medians: the lost time slice is 4 ms. So operations of
/// up to 1 ms show a lost slice.
inline constexpr double kPreempted = 5;
/// Returns the time above which a sample lost its processor meanwhile: `factor` times the median,
/// or infinity where the median is not positive, or there are no values.
Seconds PreemptionLimit(const std::vector<Seconds>& values, double factor = kPreempted);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_STATISTICS_OUTLIERS_H_
