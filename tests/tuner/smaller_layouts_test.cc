#include "tuner/search/smaller_layouts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace colltune::tune {
namespace {

using testing::ElementsAre;

TEST(SmallerLayouts, ArePowersOfTwoBelowAPowerOfTwoAlone) {
  EXPECT_THAT(SmallerLayouts({16, 1}),
              ElementsAre(Layout{16, 1}, Layout{8, 1}, Layout{4, 1}, Layout{2, 1}));
  EXPECT_THAT(SmallerLayouts({31, 1}),
              ElementsAre(Layout{24, 1}, Layout{12, 1}, Layout{6, 1}, Layout{3, 1}));
}

TEST(SmallerLayouts, HaveAsManyRanksOnANodeAndSiblings) {
  EXPECT_THAT(SmallerLayouts({8 * 6, 6, {}, 2}),
              ElementsAre(Layout{48, 6, {}, 2}, Layout{24, 6, {}, 2}, Layout{12, 6, {}, 2}));
  EXPECT_THAT(SmallerLayouts({8 * 6 + 1, 6}), ElementsAre(Layout{36, 6}, Layout{18, 6}));
  EXPECT_THAT(SmallerLayouts({7, 7}), ElementsAre(Layout{6, 6}, Layout{3, 3}));
}

TEST(DoublingsBetween, CountsNodesOrRanksOfOneNode) {
  EXPECT_DOUBLE_EQ(DoublingsBetween({6, 2}, {24, 2}), 2);
  EXPECT_DOUBLE_EQ(DoublingsBetween({6, 6}, {24, 24}), 2);
}

/// Extrapolates from 48, 24 and 12 ranks to 999.
double On999(const std::function<double(double ranks)>& time) {
  const std::array times = {Seconds(time(48)), Seconds(time(24)), Seconds(time(12))};
  return ExtrapolateTime(times, std::log2(999. / 48)).count();
}

TEST(ExtrapolateTime, IsExactForPowersAndLogarithms) {
  EXPECT_NEAR(On999([](double n) { return 5 + 2 * n; }), 5 + 2 * 999, 1e-9);
  EXPECT_NEAR(On999([](double n) { return 5 + n * n; }), 5 + 999 * 999, 1e-6);
  EXPECT_NEAR(On999([](double n) { return 7 - 3 / n; }), 7 - 3. / 999, 1e-9);
  EXPECT_NEAR(On999([](double n) { return 1 + std::log2(n); }), 1 + std::log2(999), 1e-9);
}

TEST(ExtrapolateTime, TakesStepsByTheirMean) {
  const std::array up = {Seconds(3), Seconds(2), Seconds(2)};
  EXPECT_DOUBLE_EQ(ExtrapolateTime(up, 4).count(), 5);
  const std::array down = {Seconds(2), Seconds(3), Seconds(3)};
  EXPECT_DOUBLE_EQ(ExtrapolateTime(down, 4).count(), 2);
}

TEST(ExtrapolateTime, TakesTwoTimesForAPower) {
  const std::array times = {Seconds(6), Seconds(3)};
  EXPECT_DOUBLE_EQ(ExtrapolateTime(times, 2).count(), 24);
}

}  // namespace
}  // namespace colltune::tune
