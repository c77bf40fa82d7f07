#include "tuner/search/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace colltune::tune {
namespace {

SearchSpace Space() {
  SearchSpace space;
  space.collectives = {Collective::kAllreduce};
  for (int ranks = 2; ranks <= 16; ++ranks) space.layouts.push_back({ranks, 1});
  for (std::int64_t bytes = 8; bytes <= 1 << 20; bytes *= 2) space.sizes.push_back(Bytes{bytes});
  space.shares[{16, 1}] = 3;
  return space;
}

TEST(Metric, CountsDoublings) {
  const Metric metric;
  const Problem problem{Collective::kBcast, {8, 1}, Bytes{64}, 0};
  EXPECT_EQ(metric.Distance(problem, problem), 0);
  EXPECT_EQ(metric.Distance(problem, {Collective::kBcast, {16, 1}, Bytes{64}, 0}), 1);
  EXPECT_EQ(metric.Distance(problem, {Collective::kBcast, {8, 4}, Bytes{64}, 0}), 2);
  EXPECT_EQ(metric.Distance(problem, {Collective::kBcast, {8, 1}, Bytes{1024}, 0}), 2);
  EXPECT_EQ(metric.Distance(problem, {Collective::kBcast, {8, 1}, Bytes{64}, 5}), 1);
}

// 17 ranks on two sites are further from 16 on one than 32 on two are.
TEST(Metric, TellsSitesApart) {
  const Metric metric({{{16, 1}, 1}, {{17, 1}, 2}, {{32, 1}, 2}});
  const auto at = [](int ranks) { return Problem{Collective::kBcast, {ranks, 1}, Bytes{64}, 0}; };
  EXPECT_GT(metric.Distance(at(17), at(16)), 2 * metric.Distance(at(17), at(32)));
}

TEST(Grid, HasEachProblemOnceAfterItsParent) {
  const SearchSpace space = Space();
  const std::vector<GridPoint> grid = GridOf(space, Collective::kAllreduce);
  EXPECT_EQ(grid.size(), 15u * 18u);
  EXPECT_EQ(grid.front().problem.layout, (Layout{16, 1})) << "counts most";
  std::set<Problem> seen;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    EXPECT_TRUE(seen.insert(grid[i].problem).second);
    ASSERT_EQ(grid[i].parent.has_value(), i > 0);
    if (i == 0) continue;
    ASSERT_LT(*grid[i].parent, i);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_LE(space.metric.Distance(grid[i].problem, grid[*grid[i].parent].problem),
                space.metric.Distance(grid[i].problem, grid[j].problem));
    }
  }
}

// Any number of first points covers the grid: with 20 of the 270, no point is further from one than
// a third of the way across, 3 doublings of ranks and 17 of sizes.
TEST(Grid, CoversTheSpaceFromTheBeginning) {
  SearchSpace space = Space();
  space.shares.clear();
  const std::vector<GridPoint> grid = GridOf(space, Collective::kAllreduce);
  for (const GridPoint& point : grid) {
    double nearest = 100;
    for (std::size_t i = 0; i < 20; ++i) {
      nearest = std::min(nearest, space.metric.Distance(point.problem, grid[i].problem));
    }
    EXPECT_LT(nearest, (3 + 17 / 2.0) / 3) << point.problem.layout.ranks;
  }
}

TEST(Grid, HasGroupsOfRootsWhereThereAreRoots) {
  SearchSpace space = Space();
  space.layouts = {{4, 1}};
  space.root_groups[{4, 1}] = {{0, {{0, 0}}}, {2, {}}};
  EXPECT_EQ(GridOf(space, Collective::kAllreduce).size(), 18u);
  EXPECT_EQ(GridOf(space, Collective::kBcast).size(), 36u);
}

}  // namespace
}  // namespace colltune::tune
