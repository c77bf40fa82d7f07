#include "measure/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "measure/stopping_rule.h"

namespace colltune {
namespace {

std::vector<Seconds> Values(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::vector<Seconds> OneTo(int n) {
  std::vector<Seconds> values;
  for (int i = n; i >= 1; --i) values.emplace_back(i);
  return values;
}

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

TEST(StoppingRule, LooksAtGeometricPointsOnly) {
  const StoppingRule rule{.min_reps = 10, .max_reps = 30, .confidence = 0.99, .alpha = 0.025};
  EXPECT_EQ(NextLook(rule, 0), 10);
  EXPECT_EQ(NextLook(rule, 9), 10);
  EXPECT_EQ(NextLook(rule, 10), 15);  // 10 * 1.5
  EXPECT_EQ(NextLook(rule, 15), 23);  // 22.5, rounded
  EXPECT_EQ(NextLook(rule, 23), 30);  // 33.75, but no more than the most
}

TEST(StoppingRule, WaitsForPrecisionAndEndsInAnyCase) {
  const StoppingRule rule{.min_reps = 10, .max_reps = 100, .confidence = 0.95, .alpha = 0.025};
  EXPECT_FALSE(Enough(rule, 10, OneTo(10)));  // half of [2, 9] is far above 2.5 % of 5.5
  EXPECT_TRUE(Enough(rule, 100, OneTo(10)));
  EXPECT_FALSE(Enough(rule, 10, {}));
  EXPECT_TRUE(Enough(rule, 100, {}));
}

TEST(StoppingRule, NamesWhatIsWrong) {
  StoppingRule rule;
  rule.max_reps = 5;
  EXPECT_THAT([&] { rule.Validate(); }, testing::ThrowsMessage<std::invalid_argument>(
                                            testing::HasSubstr("most repetitions 5")));
  rule = {};
  rule.confidence = 1;
  EXPECT_THROW(rule.Validate(), std::invalid_argument);
  rule = {};
  rule.alpha = 0;
  EXPECT_THROW(rule.Validate(), std::invalid_argument);
  rule = {};
  EXPECT_NO_THROW(rule.Validate());
}

}  // namespace
}  // namespace colltune
