#include "tuner/problem/communicators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::Key;
using testing::Pair;

double Sum(const std::map<Layout, double>& shares) {
  double sum = 0;
  for (const auto& [layout, share] : shares) sum += share;
  return sum;
}

// Jobs of one rank make no communicators. On 4 nodes of one rank: all ranks, a row and a column of
// 2 x 2, one rank on each node, and the first half.
TEST(ApplicationLayouts, CountJobsOfAnySizeOnALogarithmicScale) {
  const auto shares = ApplicationLayouts(4, 1);
  const double all = std::log(3.0 / 2) + std::log(4.0 / 3) + std::log(5.0 / 4);
  EXPECT_THAT(
      shares,
      ElementsAre(
          Pair(Layout{2, 1},
               testing::DoubleNear((std::log(3.0 / 2) + 3.0 / 5 * std::log(5.0 / 4)) / all, 1e-12)),
          Pair(Layout{3, 1}, testing::DoubleNear(std::log(4.0 / 3) / all, 1e-12)),
          Pair(Layout{4, 1}, testing::DoubleNear(2.0 / 5 * std::log(5.0 / 4) / all, 1e-12))));
}

// 8, 4 or 2 ranks on a node, 8 - 4 being 4 as well. 8 ranks are a grid of 2 x 4, 4 ranks one of
// 2 x 2.
TEST(ApplicationLayouts, HaveFewerRanksThanCoresOnANode) {
  EXPECT_THAT(ApplicationLayouts(1, 8),
              ElementsAre(Key(Layout{2, 2}), Key(Layout{4, 4}), Key(Layout{8, 8})));
}

// Columns of 3 x 4 ranks on 3 nodes of 4 have a rank on each node; of 4 x 4 on 2 nodes of 8, 2.
TEST(ApplicationLayouts, HaveColumnsAcrossNodes) {
  EXPECT_TRUE(ApplicationLayouts(3, 4).contains({3, 1}));
  EXPECT_TRUE(ApplicationLayouts(2, 8).contains({4, 2}));
}

TEST(Representatives, StandForTheNearest) {
  const std::map<Layout, double> shares = {{{2, 1}, 0.4}, {{3, 1}, 0.1}, {{16, 1}, 0.5}};
  EXPECT_THAT(Representatives(shares, 3), testing::ContainerEq(shares));
  EXPECT_THAT(Representatives(shares, 2),
              ElementsAre(Pair(Layout{2, 1}, 0.5), Pair(Layout{16, 1}, 0.5)));
  EXPECT_NEAR(Sum(Representatives(ApplicationLayouts(64, 48), 128)), 1, 1e-9);
  EXPECT_EQ(Representatives(ApplicationLayouts(64, 48), 128).size(), 128u);
}

}  // namespace
}  // namespace colltune::tune
