// Bounds, lines and their composition; expected values by hand.
#include "measure/clock_sync/clock_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace colltune::measure {
namespace {

constexpr double kExact = 1e-9;  // s: far above rounding, far below the values

void ExpectNear(Seconds value, double expected) { EXPECT_NEAR(value.count(), expected, kExact); }

TEST(OffsetBounds, AreThoseOfTheExchange) {
  OffsetBounds bounds(0);
  bounds.Add({Seconds(10), Seconds(4), Seconds(12)});  // between 6 and 8
  ExpectNear(bounds.Get().offset, 7);
  ExpectNear(bounds.Get().error, 1);
  ExpectNear(bounds.Get().at, 12);
}

TEST(OffsetBounds, KeepTheHighestLowerAndTheLowestUpperBound) {
  OffsetBounds bounds(0);
  bounds.Add({Seconds(10), Seconds(4), Seconds(12)});     // between 6 and 8
  bounds.Add({Seconds(20), Seconds(13), Seconds(25)});    // between 7 and 12
  bounds.Add({Seconds(30), Seconds(25), Seconds(32.5)});  // between 5 and 7.5
  ExpectNear(bounds.Get().offset, 7.25);
  ExpectNear(bounds.Get().error, 0.25);
}

TEST(OffsetBounds, WidenWithTime) {
  OffsetBounds bounds(0.01);
  // The reading may have been at `before`, 2 s ago: between 6 - 0.02 and 8.
  bounds.Add({Seconds(10), Seconds(4), Seconds(12)});
  ExpectNear(bounds.Get().offset, 6.99);
  ExpectNear(bounds.Get().error, 1.01);
  // 100 s later: between 4.98 and 9. The exchange says between 2 - 0.1 and 12.
  bounds.Add({Seconds(102), Seconds(100), Seconds(112)});
  ExpectNear(bounds.Get().offset, 6.99);
  ExpectNear(bounds.Get().error, 2.01);
}

TEST(OffsetBounds, ThatExcludeEachOtherCertifyNothing) {
  OffsetBounds bounds(0);
  bounds.Add({Seconds(10), Seconds(4), Seconds(12)});   // between 6 and 8
  bounds.Add({Seconds(20), Seconds(10), Seconds(21)});  // between 10 and 11
  ExpectNear(bounds.Get().offset, 10.5);
  EXPECT_TRUE(std::isinf(bounds.Get().error.count()));
  const ClockModel model = FromOffset(bounds.Get(), 0);
  EXPECT_TRUE(std::isinf(Compose(model, model).ErrorAt(Seconds(21)).count()));
}

Exchange RoundTrip(double seconds) { return {Seconds(0), Seconds(0), Seconds(seconds)}; }

TEST(SmallestRoundTrip, StopsAfterSoManyInVain) {
  SmallestRoundTrip smallest(2, Seconds(0.5));
  EXPECT_TRUE(smallest.WantsMoreAfter(RoundTrip(10)));
  EXPECT_TRUE(smallest.WantsMoreAfter(RoundTrip(11)));   // the first in vain
  EXPECT_TRUE(smallest.WantsMoreAfter(RoundTrip(8)));    // smaller: the count starts anew
  EXPECT_TRUE(smallest.WantsMoreAfter(RoundTrip(7.6)));  // by less than epsilon
  EXPECT_FALSE(smallest.WantsMoreAfter(RoundTrip(8)));
  const Offset offset = smallest.Get(0);
  ExpectNear(offset.offset, 4);
  ExpectNear(offset.at, 4);
  ExpectNear(offset.error, 4);
}

TEST(ClockModel, ByDefaultIsExact) {
  const ClockModel own;
  ExpectNear(own.ToReference(Seconds(5)), 5);
  ExpectNear(own.ToLocal(Seconds(5)), 5);
  EXPECT_EQ(own.ErrorAt(Seconds(1e6)), Seconds(0));
}

TEST(ClockModel, ErrorGrowsOutsideItsSpan) {
  const ClockModel once = FromOffset({Seconds(100), Seconds(3), Seconds(0.5)}, 0.01);
  ExpectNear(once.ToReference(Seconds(200)), 197);
  ExpectNear(once.ErrorAt(Seconds(100)), 0.5);
  ExpectNear(once.ErrorAt(Seconds(200)), 1.5);
  ExpectNear(once.ErrorAt(Seconds(0)), 1.5);
}

TEST(ClockModel, BetweenTwoOffsetsIsTheLine) {
  const ClockModel line = Between({Seconds(100), Seconds(3), Seconds(0.5)},
                                  {Seconds(200), Seconds(5), Seconds(0.25)}, 0.01);
  ExpectNear(line.ToReference(Seconds(150)), 146);
  ExpectNear(line.ToLocal(Seconds(146)), 150);
  ExpectNear(line.ErrorAt(Seconds(150)), 0.5);
  // 10 s outside, the truth may turn by the bound against the line's own 0.02.
  ExpectNear(line.ErrorAt(Seconds(210)), 0.5 + 10 * (0.01 + 0.02));
  EXPECT_EQ(Between({Seconds(1), Seconds(3)}, {Seconds(1), Seconds(4)}, 0).drift, 0);
}

// The least squares line of (0, 1), (1, 3), (2, 2) is y = 1.5 + 0.5 x.
TEST(ClockModel, FitIsTheLineOfLeastSquares) {
  const std::vector<Offset> points = {{Seconds(0), Seconds(1), Seconds(0.1)},
                                      {Seconds(1), Seconds(3), Seconds(0.1)},
                                      {Seconds(2), Seconds(2), Seconds(0.2)}};
  const ClockModel fit = FitLine(points, 0.01);
  EXPECT_NEAR(fit.drift, 0.5, kExact);
  ExpectNear(fit.ToReference(Seconds(0)), -1.5);
  ExpectNear(fit.ToReference(Seconds(2)), -0.5);
  ExpectNear(fit.ErrorAt(Seconds(2)), 0.2 + 0.5);  // it misses the last point by 0.5
  EXPECT_EQ(FitLine(std::span(points).first(1), 0.01).drift, 0);
}

// 10 ppm of a clock that counts from 1970, read every millisecond: 10 ns between the readings.
TEST(ClockModel, FitKeepsTheDigitsOfLargeTimes) {
  std::vector<Offset> points;
  for (int i = 0; i < 100; ++i) {
    const double passed = std::ldexp(i, -10);  // exact beside 2^30
    points.push_back({Seconds(std::ldexp(1, 30) + passed), Seconds(2 + 1e-5 * passed), {}});
  }
  EXPECT_NEAR(FitLine(points, 0).drift, 1e-5, 1e-12);
}

// A clock 3 ahead of its parent's and 1 % fast, which is 7 behind the reference and 2 % slow:
// when it shows 100, the parent's shows 97, and the reference 104. 10 s later the parent's has
// moved by 9.9, and the reference by 9.9 * 1.02 = 10.098.
TEST(ClockModel, ComposedGoesThroughTheParent) {
  const ClockModel to_parent{.at = Seconds(100), .offset = Seconds(3), .drift = 0.01};
  const ClockModel parent{.at = Seconds(97), .offset = Seconds(-7), .drift = -0.02};
  const ClockModel both = Compose(to_parent, parent);
  ExpectNear(both.ToReference(Seconds(100)), 104);
  ExpectNear(both.ToReference(Seconds(110)), 114.098);
  ExpectNear(both.ToLocal(Seconds(114.098)), 110);
}

TEST(ClockModel, ComposedErrorsAdd) {
  const ClockModel to_parent = FromOffset({Seconds(100), Seconds(3), Seconds(1)}, 0.01);
  // 20 s old when the clock shows 100 and the parent's 97.
  const ClockModel parent = FromOffset({Seconds(77), Seconds(-7), Seconds(0.5)}, 0.01);
  ExpectNear(Compose(to_parent, parent).ErrorAt(Seconds(100)), 1.01 + 0.5 + 0.2);
  // Against rank 0 itself nothing is added.
  ExpectNear(Compose(to_parent, {}).ErrorAt(Seconds(100)), 1);
  ExpectNear(Compose(to_parent, {}).ErrorAt(Seconds(110)), 1.1);
}

TEST(ClockModel, ComposedIsCertifiedWhereBothAre) {
  const ClockModel to_parent =
      Between({Seconds(10), Seconds(0), Seconds(1)}, {Seconds(20), Seconds(0), Seconds(1)}, 0.01);
  const ClockModel parent =
      Between({Seconds(8), Seconds(0), Seconds(2)}, {Seconds(18), Seconds(0), Seconds(2)}, 0.01);
  const ClockModel both = Compose(to_parent, parent);
  ExpectNear(both.ErrorAt(Seconds(10)), 3.01);
  ExpectNear(both.ErrorAt(Seconds(18)), 3.01);
  ExpectNear(both.ErrorAt(Seconds(20)), 3.03);
}

TEST(SyncOptions, NameWhatIsWrong) {
  const auto message = [](const SyncOptions& options) -> std::string {
    try {
      options.Validate();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({}), "");
  EXPECT_EQ(message({.patience = 0}), "patience is 0, not a number from 1 on");
  EXPECT_EQ(message({.most_exchanges = -1}), "most_exchanges is -1, not a number from 1 on");
  EXPECT_EQ(message({.fit_points = 1}), "fit_points is 1, not a number from 2 on");
  EXPECT_EQ(message({.drift_bound = 0.5}), "drift_bound is 0.5, more than 0.01");
  EXPECT_THAT(message({.epsilon = Seconds(NAN)}), testing::StartsWith("epsilon is nan"));
  EXPECT_THAT(message({.max_age = Seconds(-1)}), testing::StartsWith("max_age is -1"));
}

}  // namespace
}  // namespace colltune::measure
