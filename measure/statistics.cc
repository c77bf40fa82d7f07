#include "measure/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <limits>

namespace colltune {

Seconds Median(std::vector<Seconds> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

Interval MedianInterval(std::vector<Seconds> values, double confidence) {
  std::sort(values.begin(), values.end());
  // With r = the largest rank such that P(at most r-1 of n values lie below the median) is within
  // half of what may go wrong, the median lies between the r-th smallest and r-th largest value.
  const boost::math::binomial half_below(static_cast<double>(values.size()), 0.5);
  std::size_t rank = 0;
  while (rank < values.size() / 2 &&
         boost::math::cdf(half_below, static_cast<double>(rank)) <= (1 - confidence) / 2) {
    ++rank;
  }
  if (rank == 0) return {Seconds(0), Seconds(std::numeric_limits<double>::infinity())};
  return {values[rank - 1], values[values.size() - rank]};
}

}  // namespace colltune
