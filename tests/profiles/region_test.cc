#include "profiles/region.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace colltune {
namespace {

TEST(Region, HasTheNumbersOfRanksThatItsNodesCanHave) {
  // Two nodes with at most 3 ranks: 1 + 3 to 3 + 3. Four nodes: 1 + 1 + 1 + 3 to 12.
  EXPECT_EQ((Region{{2, 2}, {3, 3}, {}}.PossibleRanks()), (Span{4, 6}));
  EXPECT_EQ((Region{{2, 4}, {3, 3}, {}}.PossibleRanks()), (Span{4, 12}));
  EXPECT_EQ((Region{{2, 4}, {1, 3}, {5, 100}}.PossibleRanks()), (Span{5, 12}));
  EXPECT_TRUE((Region{{2, 2}, {3, 3}, {7, 8}}.PossibleRanks().IsEmpty()));
  EXPECT_TRUE((Region{{3, 2}, {1, 3}, {}}.PossibleRanks().IsEmpty()));
  EXPECT_EQ(Region{}.PossibleRanks(), (Span{1, kMostCount}));
}

TEST(Region, HoldsEachPossibleNumberOfRanks) {
  for (int nodes = 1; nodes <= 5; ++nodes) {
    for (int each = 1; each <= 5; ++each) {
      const Region region{{nodes, 5}, {each, 5}, {}};
      std::vector<bool> found(26);
      for (int n = nodes; n <= 5; ++n) {
        for (int c = each; c <= 5; ++c) {
          for (int p = c + n - 1; p <= n * c; ++p) found[static_cast<std::size_t>(p)] = true;
        }
      }
      for (int p = 1; p <= 25; ++p) {
        EXPECT_EQ(region.PossibleRanks().Contains(p), found[static_cast<std::size_t>(p)]) << p;
      }
    }
  }
}

TEST(Region, NamesItsSmallestCommunicator) {
  EXPECT_EQ((Region{{2, 4}, {3, 8}, {}}.Smallest()), (CommunicatorSize{4, 2, 3}));
  // 20 ranks are too many for 2 nodes with 8 each: 3 nodes, 7 on one.
  EXPECT_EQ((Region{{2, 4}, {3, 8}, {20, 90}}.Smallest()), (CommunicatorSize{20, 3, 7}));
  // All but one node full, though 8, 7 and 6 are 21, too.
  EXPECT_EQ(RegionOf(21, 8).Smallest(), (CommunicatorSize{21, 3, 8}));
}

TEST(RegionOfALayout, HasAllNumbersOfNodesThatItsRanksCanHave) {
  // 21 = 8 + 8 + 5 = 8 + 13 nodes of 1.
  EXPECT_EQ(RegionOf(21, 8), (Region{{3, 14}, {8, 8}, {21, 21}}));
  EXPECT_EQ(RegionOf(7, 1), (Region{{7, 7}, {1, 1}, {7, 7}}));
  EXPECT_EQ(RegionOf(7, 7), (Region{{1, 1}, {7, 7}, {7, 7}}));
}

TEST(Region, OverlapsWhereACommunicatorIsPossible) {
  const Region four{{4, 4}, {1, 4}, {}};
  EXPECT_TRUE(Overlaps(four, {{1, 9}, {4, 4}, {7, 7}}));
  EXPECT_FALSE(Overlaps(four, {{1, 9}, {4, 4}, {1, 6}}));  // 4 + 1 + 1 + 1 are 7
  EXPECT_FALSE(Overlaps(four, {{5, 9}, {1, 4}, {}}));
  EXPECT_FALSE(Overlaps(RegionOf(8, 4), RegionOf(8, 2)));
}

TEST(Region, WithoutAPartIsInPieces) {
  const Region whole{{1, 5}, {1, 4}, {3, 18}};
  for (const Region& part : {Region{{2, 3}, {2, 3}, {4, 8}}, Region{{1, 9}, {2, 9}, {}},
                             Region{{4, kMostCount}, {1, 1}, {1, 5}}, RegionOf(21, 8)}) {
    const std::vector<Region> pieces = Without(whole, part);
    for (int nodes = 1; nodes <= 5; ++nodes) {
      for (int each = 1; each <= 4; ++each) {
        for (int ranks = each + nodes - 1; ranks <= nodes * each; ++ranks) {
          const CommunicatorSize size{ranks, nodes, each};
          const auto count = std::ranges::count_if(
              pieces, [&](const Region& piece) { return piece.Contains(size); });
          EXPECT_EQ(count, whole.Contains(size) && !part.Contains(size) ? 1 : 0) << ranks;
        }
      }
    }
  }
}

TEST(Region, IsATextForPeople) {
  EXPECT_EQ(ToText(RegionOf(16, 8)), "16 ranks, 8 per node");
  EXPECT_EQ(ToText(Region{{16, 24}, {1, 1}, {}}), "16 to 24 nodes of 1 rank");
  EXPECT_EQ(ToText(Region{{1, 1}, {2, 8}, {}}), "1 node of 2 to 8 ranks");
  EXPECT_EQ(ToText(Region{{2, 4}, {8, 8}, {20, 32}}),
            "2 to 4 nodes of 8 ranks, 20 to 32 ranks in all");
  EXPECT_EQ(ToText(Region{{9, kMostCount}, {1, 1}, {}}), "9 nodes or more of 1 rank");
}

}  // namespace
}  // namespace colltune
