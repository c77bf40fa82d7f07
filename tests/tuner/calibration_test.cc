#include "tuner/search/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace colltune::tune {
namespace {

/// Errors of 1 to `count` deviations of 0.01, over `distance`.
Calibration Rising(int count, double distance = 0) {
  Calibration calibration;
  for (int i = 1; i <= count; ++i) {
    calibration.Add({distance, 0.01, 0.01 * i});
  }
  return calibration;
}

// The ceil((n + 1) * 0.95)-th smallest of n errors: the largest of 19, the 38th of 39. Of 18 there
// is none; the 95th percentile of a normal distribution is 1.645 deviations, of 0.7 or more.
TEST(Calibration, TakesTheConformalQuantile) {
  EXPECT_NEAR(Rising(18).Within(0, 0.1), 1.645 * 0.7, 1e-9);
  EXPECT_NEAR(Rising(18).Within(0, 1), 1.645, 1e-9);
  EXPECT_NEAR(Rising(19).Within(0, 0.1), 1.9, 1e-9);
  EXPECT_NEAR(Rising(39).Within(0, 0.1), 3.8, 1e-9);
}

TEST(Calibration, TakesErrorsOverLikeDistances) {
  Calibration calibration = Rising(19, 0);
  const Calibration further = Rising(39, 2);
  for (const Residual& residual : further.residuals()) calibration.Add(residual);
  EXPECT_NEAR(calibration.Within(0.5, 0.1), 1.9, 1e-9);
  EXPECT_NEAR(calibration.Within(3, 0.1), 3.8, 1e-9);
  EXPECT_NEAR(calibration.Within(1, 0.1), 3.8, 1e-9) << "none over 1 doubling: as over 2";
}

// Errors that were seen nearby alone: what they tell is as good as nothing.
TEST(Calibration, IsCarefulFartherThanAnyErrorWasSeen) {
  const Calibration near = Rising(39, 0);
  EXPECT_NEAR(near.Within(0.7, 0.1), 3.8, 1e-9);
  for (const double distance : {1.0, 2.0}) {
    EXPECT_NEAR(near.Within(distance, 0.1), 1.645 * 0.7, 1e-9) << distance;
    EXPECT_NEAR(near.MeanBeyond(distance, 0.1, 0, true), 0.7 * 0.398942, 1e-6) << distance;
  }
}

TEST(Calibration, IsNeverSurerThanAsExpected) {
  Calibration calibration;
  for (int i = 0; i < 100; ++i) calibration.Add({0, 0.01, -1});
  EXPECT_EQ(calibration.Within(0, 0.1), 0) << "savings were larger than expected";
}

// Errors of 1 to 19 deviations of 0.1 exceed 1.7 by 0, ..., 0, 0.1 and 0.2.
TEST(Calibration, TellsTheMeanLoss) {
  EXPECT_NEAR(Rising(19).MeanBeyond(0, 0.1, 1.7, false), 0.3 / 19, 1e-9);
  EXPECT_EQ(Rising(19).MeanBeyond(0, 0.1, 0, true), 0) << "no saving was larger than expected";
  // The mean of max(0, z) of a standard normal z is 1 / sqrt(2 pi).
  EXPECT_NEAR(Rising(0).MeanBeyond(0, 2, 0, true), 2 * 0.398942, 1e-6);
}

// Errors are far from normal: one in ten is large. Whatever their distribution, at most 5 % of
// further errors exceed the quantile, but for chance: 3 standard deviations of 4000 draws, and of
// the 200 that calibrate.
TEST(Calibration, CoversFurtherErrors) {
  std::mt19937_64 random(1);
  std::exponential_distribution<double> error(1);
  std::bernoulli_distribution large(0.1);
  const auto draw = [&] { return 0.01 * error(random) * (large(random) ? 30 : 1); };
  int beyond = 0;
  constexpr int kTimes = 20;
  constexpr int kEach = 200;
  for (int time = 0; time < kTimes; ++time) {
    Calibration calibration;
    for (int i = 0; i < kEach; ++i) calibration.Add({0, 0.01, draw()});
    const double within = calibration.Within(0, 0.01);
    for (int i = 0; i < kEach; ++i) beyond += draw() > within;
  }
  const double share = static_cast<double>(beyond) / (kTimes * kEach);
  const double chance = 3 * std::sqrt(2 * 0.05 * 0.95 / (kTimes * kEach));
  EXPECT_LT(share, kInterpolationRisk + chance);
  EXPECT_GT(share, kInterpolationRisk - chance) << "not wider than needed";
}

}  // namespace
}  // namespace colltune::tune
