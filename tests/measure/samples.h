// Samples for tests of statistics.
#ifndef COLLTUNE_TESTS_MEASURE_SAMPLES_H_
#define COLLTUNE_TESTS_MEASURE_SAMPLES_H_

#include <vector>

#include "algorithms/units.h"

namespace colltune::measure {

/// `values` in seconds.
inline std::vector<Seconds> Values(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// n, n - 1, ..., 1 seconds.
inline std::vector<Seconds> OneTo(int n) {
  std::vector<Seconds> values;
  for (int i = n; i >= 1; --i) values.emplace_back(i);
  return values;
}

}  // namespace colltune::measure

#endif  // COLLTUNE_TESTS_MEASURE_SAMPLES_H_
