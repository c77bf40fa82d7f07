#include "measure/statistics/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/measure/samples.h"

namespace colltune::measure {
namespace {

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(Median(Values({3})), Seconds(3));
  EXPECT_EQ(Median(Values({5, 1, 3})), Seconds(3));
  EXPECT_EQ(Median(Values({4, 1, 2, 10})), Seconds(3));
}

// From binomial tables: for n = 10, P(B <= 0) = 0.00098 and P(B <= 1) = 0.0107, so at 95 % the
// interval is [x_2, x_9] and at 99 % [x_1, x_10]; for n = 20, P(B <= 5) = 0.0207, so at 95 %
// [x_6, x_15].
TEST(MedianInterval, AgreesWithTheTables) {
  EXPECT_EQ(MedianInterval(OneTo(10), 0.95).low, Seconds(2));
  EXPECT_EQ(MedianInterval(OneTo(10), 0.95).high, Seconds(9));
  EXPECT_EQ(MedianInterval(OneTo(10), 0.99).low, Seconds(1));
  EXPECT_EQ(MedianInterval(OneTo(10), 0.99).high, Seconds(10));
  EXPECT_EQ(MedianInterval(OneTo(20), 0.95).low, Seconds(6));
  EXPECT_EQ(MedianInterval(OneTo(20), 0.95).high, Seconds(15));
}

TEST(MedianInterval, IsUnboundedForTooFewValues) {
  EXPECT_TRUE(std::isinf(MedianInterval(OneTo(7), 0.99).high.count()));
  EXPECT_FALSE(std::isinf(MedianInterval(OneTo(8), 0.99).high.count()));
}

TEST(MedianInterval, CoversTheMedianAsOftenAsItSays) {
  std::mt19937 random(1);
  std::exponential_distribution<double> distribution(1.0);
  const double median = std::log(2.0);
  int covered = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<Seconds> values;
    for (int i = 0; i < 15; ++i) values.emplace_back(distribution(random));
    const Interval interval = MedianInterval(values, 0.95);
    covered += interval.low.count() <= median && median <= interval.high.count();
  }
  // At n = 15 the exact coverage is 1 - 2 P(B <= 3) = 0.965; four standard deviations are 0.012.
  EXPECT_NEAR(covered / static_cast<double>(kTrials), 0.965, 0.012);
}

// 2 4 4 4 5 5 7 9: the sum is 40, the squares of the differences from 5 sum to 32.
TEST(Moments, AgreeWithTheDefinitions) {
  const std::vector<Seconds> values = Values({9, 4, 4, 2, 4, 5, 5, 7});
  EXPECT_DOUBLE_EQ(Mean(values).count(), 5);
  EXPECT_DOUBLE_EQ(StandardDeviation(values).count(), std::sqrt(32.0 / 7));
  EXPECT_EQ(Minimum(values), Seconds(2));
}

// A large common part of the samples costs no digits: 1e6 s away from zero, steps of 2^-10 s.
TEST(Moments, KeepTheirDigits) {
  const double step = 1.0 / 1024;
  EXPECT_DOUBLE_EQ(StandardDeviation(Values({1e6, 1e6 + step, 1e6 + 2 * step})).count(), step);
}

// Student's t from the tables: 12.706 with one degree of freedom and 2.776 with four, both at 95 %
// two-sided; the one-sided quantiles, 6.314 and 2.132, would be 90 %.
TEST(MeanInterval, IsTwoSided) {
  const Interval two = MeanInterval(Values({1, 3}), 0.95);  // deviation sqrt(2), / sqrt(2) = 1
  EXPECT_NEAR(two.low.count(), 2 - 12.706, 5e-4);
  EXPECT_NEAR(two.high.count(), 2 + 12.706, 5e-4);
  const Interval five = MeanInterval(OneTo(5), 0.95);  // deviation sqrt(10 / 4)
  EXPECT_NEAR(five.high.count(), 3 + 2.776 * std::sqrt(2.5 / 5), 5e-4);
  EXPECT_NEAR(five.low.count(), 3 - 2.776 * std::sqrt(2.5 / 5), 5e-4);
}

TEST(MeanInterval, IsUnboundedForOneValue) {
  EXPECT_TRUE(std::isinf(MeanInterval(Values({1}), 0.95).high.count()));
}

TEST(MeanInterval, CoversTheMeanOfNormalSamplesAsOftenAsItSays) {
  std::mt19937 random(2);
  std::normal_distribution<double> distribution(10.0, 1.0);
  int covered = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<Seconds> values;
    for (int i = 0; i < 6; ++i) values.emplace_back(distribution(random));
    const Interval interval = MeanInterval(values, 0.95);
    covered += interval.low.count() <= 10 && 10 <= interval.high.count();
  }
  // Four standard deviations: 4 sqrt(0.95 * 0.05 / 4000) = 0.0138.
  EXPECT_NEAR(covered / static_cast<double>(kTrials), 0.95, 0.0138);
}

}  // namespace
}  // namespace colltune::measure
