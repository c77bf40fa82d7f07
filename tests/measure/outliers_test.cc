#include "measure/statistics/outliers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/measure/samples.h"

namespace colltune {
namespace {

// 1 .. 11: the hinges are the medians of 1 .. 6 and 6 .. 11, 3.5 and 8.5; the fences 7.5 beyond.
// 1 .. 12: of 1 .. 6 and 7 .. 12, 3.5 and 9.5; 9 beyond.
TEST(TukeyFence, IsOneAndAHalfHingeSpreadsBeyondTheHinges) {
  EXPECT_EQ(TukeyFence(OneTo(11)).low, Seconds(-4));
  EXPECT_EQ(TukeyFence(OneTo(11)).high, Seconds(16));
  EXPECT_EQ(TukeyFence(OneTo(12)).low, Seconds(-5.5));
  EXPECT_EQ(TukeyFence(OneTo(12)).high, Seconds(18.5));
}

TEST(TukeyFence, IsOpenForTenValues) {
  EXPECT_TRUE(std::isinf(TukeyFence(OneTo(10)).high.count()));
  EXPECT_TRUE(std::isinf(TukeyFence({}).low.count()));
}

TEST(PreemptionLimit, IsAMultipleOfTheMedian) {
  EXPECT_EQ(PreemptionLimit(OneTo(3)), Seconds(10));
  EXPECT_EQ(PreemptionLimit(OneTo(3), 3), Seconds(6));
  EXPECT_TRUE(std::isinf(PreemptionLimit({}).count()));
  EXPECT_TRUE(std::isinf(PreemptionLimit({Seconds(-1), Seconds(0), Seconds(1)}).count()));
}

}  // namespace
}  // namespace colltune
