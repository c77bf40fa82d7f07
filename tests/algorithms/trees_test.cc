#include "algorithms/trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace colltune {
namespace {

using testing::ElementsAre;

TEST(Trees, ParentsAndChildrenAgreeAndSpansAreTheSubtrees) {
  for (const int k : {2, 3, 4, 8}) {
    for (int ranks = 1; ranks <= 70; ++ranks) {
      int reached = 1;
      for (Rank self = 0; self < ranks; ++self) {
        const Node node = Knomial(self, ranks, k);
        int span = 1;
        for (const Rank child : node.children) {
          EXPECT_EQ(Knomial(child, ranks, k).parent, self);
          span += Knomial(child, ranks, k).span;
          ++reached;
        }
        EXPECT_EQ(node.span, span) << self << " of " << ranks << ", k " << k;
      }
      EXPECT_EQ(reached, ranks);
    }
  }
}

// 14 is 112 in base 3, so its parent is 110, which is 12; 9 is 100: its children are 110, 120,
// 101 and 102.
TEST(Trees, KnomialClearsTheLowestDigit) {
  EXPECT_EQ(Knomial(14, 27, 3).parent, 12);
  EXPECT_THAT(Knomial(9, 27, 3).children, ElementsAre(12, 15, 10, 11));
  EXPECT_EQ(Knomial(9, 27, 3).span, 9);
  EXPECT_EQ(Knomial(9, 14, 3).span, 5);
}

TEST(Trees, ChainGoesThroughAllRanks) {
  EXPECT_EQ(Chain(0, 3).parent, kNobody);
  EXPECT_THAT(Chain(1, 3).children, ElementsAre(2));
  EXPECT_EQ(Chain(1, 3).span, 2);
  EXPECT_TRUE(Chain(2, 3).children.empty());
}

}  // namespace
}  // namespace colltune
