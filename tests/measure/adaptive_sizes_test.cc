// Adaptive message sizes on functions whose bends are known.
#include "measure/network/adaptive_sizes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>

namespace colltune::measure {
namespace {

constexpr std::int64_t kLast = 1 << 20;

AdaptiveSizes Sizes() {
  return {.first = Bytes{0},
          .last = Bytes{kLast},
          .first_stride = Bytes{1024},
          .least_stride = Bytes{64},
          .most_points = 200,
          .tolerance = 0.1};
}

double Line(Bytes bytes) { return 10 + 1e-3 * static_cast<double>(bytes.count); }

TEST(MeasureSizes, DoubleTheStrideAlongALine) {
  const auto points = MeasureSizes(Sizes(), [](Bytes bytes) { return Seconds(Line(bytes)); });
  // 0 and 1K, and from there in strides of 1K, 2K, 4K, ... to 2K, 4K, ..., 512K, 1M.
  std::vector<std::int64_t> expected = {0};
  for (std::int64_t bytes = 1024; bytes <= kLast; bytes *= 2) expected.push_back(bytes);
  std::vector<std::int64_t> asked;
  for (const SizeTime& point : points) {
    asked.push_back(point.bytes.count);
    EXPECT_EQ(point.time, Seconds(Line(point.bytes)));
  }
  EXPECT_EQ(asked, expected);
}

TEST(MeasureSizes, GatherAtAJump) {
  constexpr std::int64_t kJump = 100'000;
  const auto points = MeasureSizes(
      Sizes(), [](Bytes bytes) { return Seconds(Line(bytes) + (bytes.count >= kJump ? 200 : 0)); });
  const auto above = std::ranges::lower_bound(points, Bytes{kJump}, {}, &SizeTime::bytes);
  ASSERT_NE(above, points.begin());
  ASSERT_NE(above, points.end());
  EXPECT_LE(above->bytes.count - (above - 1)->bytes.count, 64) << "the jump is not bracketed";
  const auto near = std::ranges::count_if(points, [](const SizeTime& point) {
    return std::abs(point.bytes.count - kJump) <= kLast / 32;
  });
  // A sixteenth of the range. Halving and doubling between 64K and 64 take ten points each.
  EXPECT_GT(near, 10);
  EXPECT_GT(2 * near, static_cast<std::int64_t>(points.size()));
  EXPECT_LT(points.size(), 60u);
  EXPECT_EQ(points.front().bytes, Bytes{0});
  EXPECT_EQ(points.back().bytes, Bytes{kLast});
}

TEST(MeasureSizes, EndWhateverTheTimes) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    std::multiset<Bytes> asked;
    const auto points = MeasureSizes(Sizes(), [&](Bytes bytes) {
      asked.insert(bytes);
      return seed == 0 ? Seconds(std::numeric_limits<double>::quiet_NaN())
                       : Seconds(static_cast<double>(random()));
    });
    EXPECT_EQ(points.size(), asked.size());
    EXPECT_EQ(std::set<Bytes>(asked.begin(), asked.end()).size(), asked.size()) << "asked twice";
    EXPECT_LE(points.size(), 200u);
    EXPECT_EQ(points.back().bytes, Bytes{kLast});
    EXPECT_TRUE(std::ranges::is_sorted(points, {}, &SizeTime::bytes));
  }
}

TEST(MeasureSizes, OfRangesShorterThanTheStride) {
  AdaptiveSizes sizes = Sizes();
  sizes.last = Bytes{10};
  const auto points = MeasureSizes(sizes, [](Bytes) { return Seconds(0); });
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].bytes, Bytes{10});
}

TEST(MeasureSizes, RefuseWhatMakesNoSense) {
  const auto message = [](void (*spoil)(AdaptiveSizes&)) -> std::string {
    AdaptiveSizes sizes = Sizes();
    spoil(sizes);
    try {
      MeasureSizes(sizes, [](Bytes) { return Seconds(0); });
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(message([](AdaptiveSizes& s) { s.first = Bytes{-1}; }), "first size -1 is below 0");
  EXPECT_EQ(message([](AdaptiveSizes& s) { s.last = Bytes{0}; }),
            "last size 0 is not above the first, 0");
  EXPECT_EQ(message([](AdaptiveSizes& s) { s.least_stride = Bytes{0}; }),
            "least stride 0 is below 1");
  EXPECT_EQ(message([](AdaptiveSizes& s) { s.first_stride = Bytes{63}; }),
            "first stride 63 is below the least, 64");
  EXPECT_EQ(message([](AdaptiveSizes& s) { s.most_points = 2; }), "most points 2 are below 3");
  EXPECT_EQ(message([](AdaptiveSizes& s) { s.tolerance = 0; }), "tolerance 0 is not above 0");
}

}  // namespace
}  // namespace colltune::measure
