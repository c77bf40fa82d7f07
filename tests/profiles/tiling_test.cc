#include "profiles/tiling.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "tests/profiles/any_profile.h"

namespace colltune {
namespace {

using enum Mapping;

Row RowFor(const Region& region, const Placement& placement = {},
           std::optional<Roots> roots = std::nullopt) {
  return {Collective::kBcast, region, {}, roots, placement};
}

std::string ClashOf(const std::vector<Row>& rows) {
  const auto clash = FindClash(rows);
  return clash ? clash->reason : "";
}

std::string GapOf(const std::vector<Row>& rows, const Hull& hull) {
  const auto gap = FindGap(rows, hull);
  return gap ? ToText(*gap) : "";
}

TEST(Clash, IsACommunicatorWithTwoRows) {
  const Row low = RowFor({{1, 4}, {1, 2}, {}});
  EXPECT_EQ(ClashOf({low, RowFor({{5, 8}, {1, 2}, {}}), RowFor({{1, 4}, {3, 3}, {}})}), "");
  EXPECT_EQ(ClashOf({low, RowFor({{3, 8}, {2, 9}, {}})}),
            "the rows for 1 to 4 nodes of 1 to 2 ranks and 3 to 8 nodes of 2 to 9 ranks overlap, "
            "as in 3 nodes of 2 ranks (4 ranks)");
  EXPECT_EQ(ClashOf({low, low}), "a row for 1 to 4 nodes of 1 to 2 ranks stands twice");
  EXPECT_EQ(ClashOf({RowFor(RegionOf(8, 4)), RowFor({{1, 9}, {4, 4}, {9, 16}})}), "");
}

TEST(Clash, IsNotBetweenOtherPlacementsOrRoots) {
  const Region region{{2, 4}, {2, 2}, {}};
  const Region other{{4, 9}, {2, 2}, {}};
  EXPECT_EQ(ClashOf({RowFor(region, {0, kBlock}), RowFor(other, {0, kCyclic})}), "");
  EXPECT_EQ(ClashOf({RowFor(other), RowFor(region, {}, Roots{0, 2})}), "");
  EXPECT_EQ(ClashOf({RowFor(other, {}, Roots{3, 5}), RowFor(region, {}, Roots{0, 2})}), "");
  EXPECT_EQ(
      ClashOf({RowFor(other, {}, Roots{2, 5}), RowFor(region, {}, Roots{0, 2})}),
      "the rows for 2 to 4 nodes of 2 ranks and 4 to 9 nodes of 2 ranks overlap in roots 0 to "
      "2 and 2 to 5");
  EXPECT_EQ(ClashOf({RowFor(region), RowFor(other, {0, kCyclic})}),
            "of the rows for 2 to 4 nodes of 2 ranks and 4 to 9 nodes of 2 ranks some have a key "
            "'mapping' and others have none");
}

TEST(Gap, IsNamedByACommunicator) {
  const Hull hull{{1, 4}, {1, 5}};
  const Row below = RowFor({{1, 2}, {1, 5}, {}});
  EXPECT_EQ(GapOf({RowFor({{1, 4}, {1, 5}, {}})}, hull), "");
  EXPECT_EQ(GapOf({below}, hull), "3 nodes of 1 rank (3 ranks)");
  EXPECT_EQ(GapOf({below, RowFor({{3, 4}, {1, 4}, {}})}, hull), "3 nodes of 5 ranks (7 ranks)");
  const Row few = RowFor({{3, 4}, {5, 5}, {1, 12}});
  EXPECT_EQ(GapOf({below, RowFor({{3, 4}, {1, 4}, {}}), few}, hull),
            "3 nodes of 5 ranks (13 ranks)");
  EXPECT_EQ(
      GapOf({below, RowFor({{3, 4}, {1, 4}, {}}), few, RowFor({{3, 9}, {5, 9}, {13, 99}})}, hull),
      "");
}

TEST(Gap, IsNotTheCommunicatorOfOneRank) {
  EXPECT_EQ(GapOf({RowFor({{2, 4}, {1, 1}, {}})}, {{1, 4}, {1, 1}}), "");
  EXPECT_EQ(GapOf({RowFor({{2, 4}, {1, 1}, {}})}, {{1, 4}, {1, 2}}), "1 node of 2 ranks (2 ranks)");
}

TEST(Gap, IsLookedForInEachPlacementThatRowsName) {
  const Hull hull{{1, 4}, {1, 2}};
  const Region all{{1, 4}, {1, 2}, {}};
  const Row single = RowFor({{1, 1}, {1, 2}, {}});
  const Row one_each = RowFor({{2, 4}, {1, 1}, {}});
  const Region others{{2, 4}, {2, 2}, {}};
  EXPECT_EQ(GapOf({single, one_each, RowFor(others, {0, kBlock})}, hull), "");
  // Ranks on one node, or each on its own, have no mapping.
  EXPECT_EQ(GapOf({RowFor(all, {0, kBlock})}, hull), "2 nodes of 1 rank (2 ranks)");
  EXPECT_EQ(GapOf({one_each, RowFor(others, {0, kBlock})}, hull), "1 node of 2 ranks (2 ranks)");
  EXPECT_EQ(GapOf({single, one_each, RowFor(others, {0, kBlock}),
                   RowFor({{2, 3}, {2, 2}, {}}, {0, kMixed})},
                  hull),
            "4 nodes of 2 ranks (5 ranks), mixed");
  // Two sites have two nodes at least.
  EXPECT_EQ(GapOf({RowFor(all, {1}), RowFor({{2, 4}, {1, 2}, {}}, {2})}, hull), "");
  EXPECT_EQ(GapOf({RowFor(all, {1}), RowFor({{3, 4}, {1, 2}, {}}, {2})}, hull),
            "2 nodes of 1 rank (2 ranks), on 2 sites");
}

TEST(Gap, IsNotFilledByRowsForSomeRoots) {
  EXPECT_EQ(GapOf({RowFor({{1, 4}, {1, 2}, {}}, {}, Roots{0, 7})}, {{1, 4}, {1, 2}}),
            "2 nodes of 1 rank (2 ranks)");
}

bool Covers(const std::vector<Row>& rows, const CommunicatorSize& size) {
  return std::ranges::any_of(rows, [&](const Row& row) { return row.region.Contains(size); });
}

RC_GTEST_PROP(Tiling, WithoutOneRowHasAGapThere, ()) {
  const Hull hull{{1, *rc::gen::inRange(1, 9)}, {1, *rc::gen::inRange(2, 7)}};
  std::vector<Row> rows;
  for (const Region& region : AnyTiling(hull)) rows.push_back(RowFor(region));
  RC_ASSERT(!FindClash(rows));
  RC_ASSERT(!FindGap(rows, hull));
  const auto taken =
      static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(rows.size())));
  const Region missing = rows[taken].region;
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(taken));
  const auto gap = FindGap(rows, hull);
  const bool is_one_rank = missing.PossibleRanks().last < 2;
  RC_ASSERT(gap.has_value() != is_one_rank);
  if (gap) RC_ASSERT(missing.Contains(gap->size) && !Covers(rows, gap->size));
}

RC_GTEST_PROP(Tiling, AgreesWithAllCommunicatorsOneByOne, ()) {
  const Hull hull{{1, 6}, {1, 4}};
  std::vector<Row> rows;
  const auto span = [](int most) {
    const int first = *rc::gen::inRange(1, most + 1);
    return Span{first, *rc::gen::inRange(first, most + 1)};
  };
  for (int i = *rc::gen::inRange(1, 5); i > 0; --i)
    rows.push_back(RowFor({span(6), span(4), span(24)}));
  bool clash = false;
  bool gap = false;
  for (int nodes = 1; nodes <= 6; ++nodes) {
    for (int each = 1; each <= 4; ++each) {
      for (int ranks = each + nodes - 1; ranks <= nodes * each; ++ranks) {
        const auto count = std::ranges::count_if(rows, [&](const Row& row) {
          return row.region.Contains({ranks, nodes, each});
        });
        clash = clash || count > 1;
        gap = gap || (count == 0 && ranks > 1);
      }
    }
  }
  RC_ASSERT(FindClash(rows).has_value() == clash);
  RC_ASSERT(FindGap(rows, hull).has_value() == gap);
}

TEST(Tiling, OfALargeHullIsProvedFast) {
  // 4096 nodes x 192 ranks: 64 x 48 tiles, each in two numbers of ranks: 6144 rows.
  const Hull hull{{1, 4096}, {1, 192}};
  std::vector<Row> rows;
  for (int i = 0; i < 64; ++i) {
    for (int k = 0; k < 48; ++k) {
      const Region tile{{64 * i + 1, 64 * i + 64}, {4 * k + 1, 4 * k + 4}, {}};
      const int middle = (tile.PossibleRanks().first + tile.PossibleRanks().last) / 2;
      rows.push_back(RowFor({tile.nodes, tile.ranks_per_node, {1, middle}}));
      rows.push_back(RowFor({tile.nodes, tile.ranks_per_node, {middle + 1, kMostCount}}));
    }
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(FindClash(rows));
  EXPECT_FALSE(FindGap(rows, hull));
  const auto took = std::chrono::steady_clock::now() - start;
  RecordProperty("milliseconds", static_cast<int>(took / std::chrono::milliseconds(1)));
  // The bound leaves room for sanitizers and slow machines.
  EXPECT_LT(took, std::chrono::seconds(20));
  rows.erase(rows.begin() + 4711);
  EXPECT_TRUE(FindGap(rows, hull));
}

TEST(Tiling, OfManySingleLayoutsIsProvedFast) {
  std::vector<Row> rows;
  for (int ranks = 1; ranks <= 500; ++ranks) {
    for (int each = 1; each <= std::min(ranks, 16); ++each)
      rows.push_back(RowFor(RegionOf(ranks, each)));
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(FindClash(rows));
  const auto took = std::chrono::steady_clock::now() - start;
  RecordProperty("milliseconds", static_cast<int>(took / std::chrono::milliseconds(1)));
  EXPECT_LT(took, std::chrono::seconds(10));
}

}  // namespace
}  // namespace colltune
