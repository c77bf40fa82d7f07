#include "measure/statistics/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace colltune::measure {
namespace {

constexpr Interval kUnbounded = {Seconds(0), Seconds(std::numeric_limits<double>::infinity())};

}  // namespace

Seconds Median(std::vector<Seconds> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

Seconds Mean(const std::vector<Seconds>& values) {
  return std::accumulate(values.begin(), values.end(), Seconds(0)) /
         static_cast<double>(values.size());
}

Seconds Minimum(const std::vector<Seconds>& values) {
  return *std::min_element(values.begin(), values.end());
}

Seconds StandardDeviation(const std::vector<Seconds>& values) {
  // Two passes, since the difference of two sums would lose the digits that samples share.
  const Seconds mean = Mean(values);
  double squares = 0;
  for (const Seconds value : values) squares += std::pow((value - mean).count(), 2);
  return Seconds(std::sqrt(squares / static_cast<double>(values.size() - 1)));
}

Interval MedianInterval(std::vector<Seconds> values, double confidence) {
  std::sort(values.begin(), values.end());
  // Let r be the largest rank such that P(at most r-1 of n values lie below the median) is at most
  // (1 - confidence) / 2. Then the median lies between the r-th smallest and r-th largest value.
  const boost::math::binomial half_below(static_cast<double>(values.size()), 0.5);
  std::size_t rank = 0;
  while (rank < values.size() / 2 &&
         boost::math::cdf(half_below, static_cast<double>(rank)) <= (1 - confidence) / 2) {
    ++rank;
  }
  if (rank == 0) return kUnbounded;
  return {values[rank - 1], values[values.size() - rank]};
}

Interval MeanInterval(const std::vector<Seconds>& values, double confidence) {
  if (values.size() < 2) return kUnbounded;
  const auto n = static_cast<double>(values.size());
  const boost::math::students_t student(n - 1);
  const double t = boost::math::quantile(boost::math::complement(student, (1 - confidence) / 2));
  const Seconds half = t * StandardDeviation(values) / std::sqrt(n);
  const Seconds mean = Mean(values);
  return {mean - half, mean + half};
}

}  // namespace colltune::measure
