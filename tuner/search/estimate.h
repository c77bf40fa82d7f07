// Estimates of times, and the distance over which measurements tell of one another.
#ifndef COLLTUNE_TUNER_SEARCH_ESTIMATE_H_
#define COLLTUNE_TUNER_SEARCH_ESTIMATE_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

/// Natural logarithm of a ratio of two times. Corrections are added to a prediction's logarithm.
using LogRatio = double;

/// A time, and how uncertain it is.
struct Estimate {
  Seconds time;
  double deviation = 0;  ///< standard deviation of the time's logarithm; 0 where it was measured
};

/// Returns the 90th percentile of some values. Requires a value.
inline double NineInTen(std::vector<double> all) {
  std::ranges::sort(all);
  return all[all.size() * 9 / 10];
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_ESTIMATE_H_
