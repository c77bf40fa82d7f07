#include "measure/statistics/stopping_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/measure/samples.h"

namespace colltune::measure {
namespace {

TEST(StoppingRule, LooksAtGeometricPointsOnly) {
  const StoppingRule rule{.min_reps = 10, .max_reps = 100, .confidence = 0.99, .alpha = 0.025};
  const std::vector<Seconds> steady(50, Seconds(1));
  EXPECT_FALSE(Enough(rule, 9, steady));
  EXPECT_TRUE(Enough(rule, 10, steady));
  EXPECT_FALSE(Enough(rule, 11, steady));
  EXPECT_TRUE(Enough(rule, 15, steady));  // 10 * 1.5
  EXPECT_TRUE(Enough(rule, 23, steady));  // 22.5, rounded
  EXPECT_FALSE(Enough(rule, 22, steady));
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
  rule = {.statistic = "mode"};
  EXPECT_THAT([&] { rule.Validate(); },
              testing::ThrowsMessage<std::invalid_argument>(testing::HasSubstr("'mode'")));
  rule = {};
  EXPECT_NO_THROW(rule.Validate());
}

TEST(NextLook, GrowsByHalfUpToTheMost) {
  const StoppingRule rule{.min_reps = 10, .max_reps = 40};
  std::vector<int> looks;
  for (int i = 0; i < 45; ++i) {
    const int look = NextLook(rule, i);
    if (looks.empty() || look != looks.back()) looks.push_back(look);
  }
  EXPECT_THAT(looks, testing::ElementsAre(10, 15, 23, 34, 40));  // 10, 15, 22.5, 33.75
  EXPECT_EQ(NextLook({.min_reps = 1, .max_reps = 9}, 1), 2);     // 1, 1.5, 2.25, 3.375
  EXPECT_EQ(NextLook({.min_reps = 1, .max_reps = 9}, 2), 3);
  EXPECT_EQ(NextLook({.min_reps = 8, .max_reps = 30, .statistic = "three_percent"}, 8), 9);
}

// At 95 % the median of 1 .. 10 is 5.5 between 2 and 9.
TEST(Evaluate, GivesTheErrorReached) {
  const StoppingRule rule{.confidence = 0.95, .alpha = 0.7};
  const Estimate estimate = Evaluate(rule, OneTo(10));
  EXPECT_EQ(estimate.value, Seconds(5.5));
  EXPECT_EQ(estimate.low, Seconds(2));
  EXPECT_EQ(estimate.high, Seconds(9));
  EXPECT_EQ(estimate.reps, 10);
  EXPECT_DOUBLE_EQ(estimate.error, 3.5 / 5.5);
  EXPECT_TRUE(estimate.reached);
  EXPECT_FALSE(Evaluate({.confidence = 0.95, .alpha = 0.6}, OneTo(10)).reached);
}

TEST(Evaluate, OfTooFewSamplesIsNotReached) {
  for (const Statistic& statistic : Statistics()) {
    for (const auto& samples : {std::vector<Seconds>{}, Values({1}), Values({-1, 0, 1})}) {
      const Estimate estimate = Evaluate(statistic.rule, samples);
      EXPECT_TRUE(std::isinf(estimate.error)) << statistic.name << " of " << samples.size();
      EXPECT_FALSE(estimate.reached);
    }
  }
}

TEST(Statistics, AreFoundAndTheirRulesAreValid) {
  for (const Statistic& statistic : Statistics()) {
    EXPECT_EQ(FindStatistic(statistic.name), &statistic);
    EXPECT_EQ(statistic.rule.statistic, statistic.name);
    EXPECT_NO_THROW(statistic.rule.Validate());
  }
}

// 98 and 102 in turns: mean 100, and as error the half interval of t with 4 degrees of freedom.
TEST(Mean, StopsByStudentsInterval) {
  const StoppingRule rule = FindStatistic("mean")->rule;
  const std::vector<Seconds> samples = Values({98, 102, 98, 102, 100});
  const Estimate estimate = Evaluate(rule, samples);
  EXPECT_NEAR(estimate.error, 2.776 * 2 / std::sqrt(5) / 100, 1e-5);  // deviation 4 / 2
  EXPECT_TRUE(Enough(rule, 5, samples));
  // With the one-sided 2.132 this would be 0.0248 and enough.
  EXPECT_FALSE(Enough(rule, 5, Values({97.4, 102.6, 97.4, 102.6, 100})));
}

// Eight batches at 100 +- d have a deviation of d sqrt(8 / 7), 1.069 d.
TEST(ThreePercent, LooksAfterEachOfEightToThirtyBatches) {
  const StoppingRule rule = FindStatistic("three_percent")->rule;
  const auto around = [](double d, int n) {
    std::vector<Seconds> samples;
    for (int i = 0; i < n; ++i) samples.emplace_back(i % 2 ? 100 + d : 100 - d);
    return samples;
  };
  EXPECT_FALSE(Enough(rule, 7, around(0, 7)));
  EXPECT_TRUE(Enough(rule, 8, around(2.8, 8)));
  EXPECT_FALSE(Enough(rule, 8, around(2.9, 8)));
  EXPECT_NEAR(Evaluate(rule, around(2.8, 8)).error, 0.028 * std::sqrt(8.0 / 7), 1e-12);
  EXPECT_TRUE(Enough(rule, 9, around(2.5, 9)));
  EXPECT_TRUE(Enough(rule, 30, around(50, 30)));
  EXPECT_FALSE(Evaluate(rule, around(50, 30)).reached);
}

}  // namespace
}  // namespace colltune::measure
