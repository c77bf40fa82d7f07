#include "tuner/decide/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "profiles/tiling.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"
#include "tuner/problem/communicators.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

// On r ranks flat takes 64 r us and chain r us a byte: they meet at 64 bytes on any number of
// ranks.
const std::map<std::string, Power> kPowers = {{"flat", {64e-6, 0}}, {"chain", {1e-6, 1}}};

SearchSetup SetupFor(Collective collective) {
  SearchSetup options;
  options.collectives = {collective};
  for (int ranks = 2; ranks <= 8; ++ranks) options.layouts.push_back({ranks, 1});
  for (std::int64_t bytes = 1; bytes <= 4096; bytes *= 2) options.sizes.push_back(Bytes{bytes});
  return options;
}

struct Tuned {
  /// Searches until no trial is left, or `most` trials are answered. The library takes `library`
  /// times as long as flat.
  Tuned(const SearchSetup& options, double library,
        const std::map<std::string, Power>& powers = kPowers, int most = 10000)
      : predictor(powers) {
    search.emplace(options, predictor);
    while (const auto trial = search->planner.Next()) {
      if (most-- == 0) break;
      TrialResult result;
      const Problem problem = trial->problem;
      for (const ChoiceId name : trial->choices) {
        const Seconds time = name == kLibrary ? library * *predictor.Predict("flat", problem)
                                              : *predictor.Predict(name, problem);
        result.timings.push_back(Exactly(name, time));
        result.spent += time;
      }
      search->planner.Learn(*trial, result);
    }
    table = Compile(search->measurements);
  }
  Tuned(Collective collective, double library) : Tuned(SetupFor(collective), library) {}

  const Row* Find(int ranks, Rank root = 0) const {
    return table.Find(search->measurements.space().collectives.front(), OnFullNodes(ranks, 1),
                      root);
  }

  PowerPredictor predictor;
  std::optional<Searching> search;
  DecisionTable table;
};

TEST(Compile, DrawsBordersWhereTheModelHasThem) {
  const Tuned tuned(Collective::kAllreduce, 2);
  const Row* row = tuned.Find(4);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->Find(Bytes{60})->choice, "chain");
  EXPECT_EQ(row->Find(Bytes{68})->choice, "flat");
  EXPECT_EQ(row->Find(Bytes{4096})->choice, "flat");
  EXPECT_EQ(row->Find(Bytes{4097}), nullptr);
}

// Whenever a search is interrupted, each communicator has a row, and each size from 0 to the
// largest a rule.
TEST(Compile, DecidesForEachCommunicatorWheneverTheSearchEnds) {
  for (const int most : {0, 1, 2, 3, 5, 8, 13, 21}) {
    const Tuned tuned(SetupFor(Collective::kAllreduce), 2, kPowers, most);
    for (int ranks = 2; ranks <= 8; ++ranks) {
      const Row* row = tuned.Find(ranks);
      ASSERT_TRUE(row) << ranks << " ranks after " << most;
      for (const int bytes : {0, 1, 3, 64, 1000, 4096}) {
        EXPECT_TRUE(row->Find(Bytes{bytes})) << ranks << " ranks, " << bytes << " bytes";
      }
    }
  }
}

TEST(Compile, SaysWhatARuleRestsOn) {
  const Tuned none(SetupFor(Collective::kAllreduce), 2, kPowers, 0);
  EXPECT_EQ(KindOf(none.Find(4)->rules.front()), RuleKind::kLeft);
  EXPECT_EQ(none.Find(4)->rules.front().choice, kLibrary);
  EXPECT_THAT(none.Find(4)->rules.front().evidence.front().reason,
              testing::HasSubstr("not measured"));
  const Tuned tuned(SetupFor(Collective::kAllreduce), 2, kPowers, 15);
  int measured = 0;
  int interpolated = 0;
  for (const Row& row : tuned.table.rows) {
    for (const Rule& rule : row.rules) {
      measured += KindOf(rule) == RuleKind::kMeasured;
      if (KindOf(rule) != RuleKind::kInterpolated) continue;
      ++interpolated;
      EXPECT_THAT(rule.interpolated->from, testing::Not(testing::IsEmpty()));
      EXPECT_GT(rule.interpolated->within, 0);
    }
  }
  EXPECT_GT(measured, 0);
  EXPECT_GT(interpolated, 0);
}

TEST(Compile, LeavesAllToALibraryThatIsFaster) {
  const Tuned tuned(Collective::kAllreduce, 0.5);
  EXPECT_EQ(tuned.Find(7)->Find(Bytes{4096})->choice, "library");
}

TEST(Compile, HasOneRuleWhereRanksDoNotKnowSizes) {
  // flat is faster than this library at all sizes, chain at small ones only.
  const Tuned tuned(Collective::kAlltoallv, 2);
  for (const int ranks : {4, 5}) {
    const Row* row = tuned.Find(ranks);
    ASSERT_TRUE(row);
    ASSERT_THAT(row->rules, SizeIs(1));
    EXPECT_EQ(row->rules.front().choice, "flat");
    EXPECT_EQ(row->rules.front().first, Bytes{0});
  }
}

// With root r chain takes 1 + r / 2 times as long, and is above flat's 64 us from 64 / (1 + r / 2)
// bytes on: 25.6 with root 3.
TEST(Compile, HasRowsForGroupsOfRoots) {
  SearchSetup options = SetupFor(Collective::kBcast);
  options.layouts = {{8, 1}};
  options.root_groups[{8, 1}] = {{0, {{0, 0}, {4, 4}}}, {3, {}}};
  const Tuned tuned(options, 2, {{"flat", {64e-6, 0}}, {"chain", {1e-6, 1, 0.5}}});
  EXPECT_THAT(tuned.table.rows, SizeIs(3));
  EXPECT_EQ(tuned.Find(8, 4)->roots, (Roots{4, 4}));
  EXPECT_FALSE(tuned.Find(8, 5)->roots) << "all others";
  EXPECT_EQ(tuned.Find(8, 3)->Find(Bytes{22})->choice, "chain");
  EXPECT_EQ(tuned.Find(8, 3)->Find(Bytes{30})->choice, "flat");
  EXPECT_EQ(tuned.Find(8, 0)->Find(Bytes{30})->choice, "chain");
}

constexpr Span kAny{1, kMostCount};

// 4 and 16 nodes decide for themselves, and 8, their geometric mean, for all numbers between.
TEST(Cells, GiveEachCommunicatorALayout) {
  SearchSpace space;
  space.layouts = {{4, 1}, {16, 1}};
  std::vector<std::pair<Region, Layout>> cells;
  for (const RegionCell& cell : CellsOf(space)) cells.emplace_back(cell.region, cell.layout);
  EXPECT_THAT(cells, ElementsAre(std::pair(Region{{4, 4}, {1, 1}, kAny}, Layout{4, 1}),
                                 std::pair(Region{{5, 15}, {1, 1}, kAny}, Layout{8, 1}),
                                 std::pair(Region{{16, 16}, {1, 1}, kAny}, Layout{16, 1})));
}

// Rows of 12 ranks on two nodes of 8 have other ranks than the two nodes have in all, 16.
TEST(Cells, TellNumbersOfRanksApartOnTheSameNodes) {
  SearchSpace space;
  space.layouts = {{12, 8}, {16, 8}};
  std::vector<std::pair<Span, int>> ranks;
  for (const RegionCell& cell : CellsOf(space))
    ranks.emplace_back(cell.region.ranks, cell.layout.ranks);
  EXPECT_THAT(ranks, ElementsAre(std::pair(Span{1, 15}, 12), std::pair(Span{16, kMostCount}, 16)));
}

// Some of 7 nodes of 8 have fewer ranks: 51, an odd number, decides for 14 to 55.
TEST(Cells, DecideForUnequalNodesApart) {
  SearchSpace space;
  space.layouts = {{56, 8}};
  std::vector<std::pair<Span, int>> ranks;
  for (const RegionCell& cell : CellsOf(space))
    ranks.emplace_back(cell.region.ranks, cell.layout.ranks);
  EXPECT_THAT(ranks, ElementsAre(std::pair(Span{1, 55}, 51), std::pair(Span{56, kMostCount}, 56)));
}

// On two sites 8 ranks are measured, and 2 that follow one another across the border; 4, between
// them, are laid out alike. On one site there are 2 and 3.
TEST(Cells, AreOfLayoutsOnEquallyManySites) {
  const Progression across{8, 1, 3, 1};
  SearchSpace space;
  space.layouts = {{2, 1}, {2, 1, across}, {3, 1}, {8, 1}};
  space.metric = Metric({{{2, 1, across}, 2}, {{8, 1}, 2}});
  LayoutPlacing placing;
  placing.layout = [&](int ranks, int each, int) { return Layout{ranks, each, across}; };
  std::vector<std::pair<Span, Layout>> cells;
  for (const RegionCell& cell : CellsOf(space, 0, placing)) {
    cells.emplace_back(cell.region.nodes, cell.layout);
  }
  EXPECT_THAT(cells,
              ElementsAre(std::pair(Span{2, 2}, Layout{2, 1}), std::pair(Span{3, 3}, Layout{3, 1}),
                          std::pair(Span{2, 2}, Layout{2, 1, across}),
                          std::pair(Span{3, 7}, Layout{4, 1, across}),
                          std::pair(Span{8, 8}, Layout{8, 1})));
}

// Whatever the layouts, there is neither a gap nor an overlap.
TEST(Cells, HaveEachCommunicatorOnce) {
  for (const auto& [nodes, each] : {std::pair(5, 3), std::pair(16, 12), std::pair(64, 48)}) {
    SearchSpace space;
    for (const auto& [layout, share] : Representatives(ApplicationLayouts(nodes, each), 40)) {
      space.layouts.push_back(layout);
    }
    std::vector<Row> rows;
    Hull hull{{nodes, 1}, {each, 1}};
    for (const Layout& layout : space.layouts) {
      const CommunicatorSize size = SizeOf(layout);
      hull.nodes = {std::min(hull.nodes.first, size.nodes), std::max(hull.nodes.last, size.nodes)};
      hull.ranks_per_node = {std::min(hull.ranks_per_node.first, size.ranks_per_node),
                             std::max(hull.ranks_per_node.last, size.ranks_per_node)};
    }
    for (const RegionCell& cell : CellsOf(space)) {
      rows.push_back({Collective::kAllreduce, cell.region, {}});
      EXPECT_TRUE(cell.region.Contains(SizeOf(cell.layout)));
    }
    EXPECT_FALSE(FindClash(rows));
    EXPECT_FALSE(FindGap(rows, hull)) << nodes << " nodes of " << each;
  }
}

TEST(Cells, BeginBeyondTheJob) {
  SearchSpace space;
  space.layouts = {{4, 1}, {16, 1}, {64, 1}};
  const std::vector<RegionCell> cells = CellsOf(space, 4);
  ASSERT_THAT(cells, SizeIs(3));
  EXPECT_EQ(cells.front().region.nodes, (Span{5, 16}));
}

}  // namespace
}  // namespace colltune::tune
