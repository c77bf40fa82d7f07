#include "algorithms/phases/trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <utility>

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

TEST(Trees, PreorderBinaryIsBalancedAndItsSubtreesFollowEachOther) {
  for (int ranks = 1; ranks <= 70; ++ranks) {
    for (Rank self = 0; self < ranks; ++self) {
      const Node node = PreorderBinary(self, ranks);
      Rank next = self + 1;
      for (const Rank child : node.children) {
        EXPECT_EQ(child, next) << self << " of " << ranks;
        EXPECT_EQ(PreorderBinary(child, ranks).parent, self);
        EXPECT_LE(PreorderBinary(child, ranks).span, node.span / 2);
        next += PreorderBinary(child, ranks).span;
      }
      EXPECT_EQ(next, self + node.span);
    }
  }
  EXPECT_EQ(PreorderBinary(0, 9).parent, kNobody);
}

TEST(Trees, ChainGoesThroughAllRanks) {
  EXPECT_EQ(Chain(0, 3).parent, kNobody);
  EXPECT_THAT(Chain(1, 3).children, ElementsAre(2));
  EXPECT_EQ(Chain(1, 3).span, 2);
  EXPECT_TRUE(Chain(2, 3).children.empty());
}

TEST(Trees, LevelsOfAKnomialTreeHaveOneSizeEach) {
  EXPECT_THAT(Levels(Knomial(0, 27, 3), 3),
              ElementsAre(ElementsAre(9, 18), ElementsAre(3, 6), ElementsAre(1, 2)));
  EXPECT_THAT(Levels(Knomial(9, 14, 3), 3), ElementsAre(ElementsAre(12), ElementsAre(10, 11)));
  EXPECT_THAT(Levels(Binomial(0, 6), 2),
              ElementsAre(ElementsAre(4), ElementsAre(2), ElementsAre(1)));
  EXPECT_TRUE(Levels(Binomial(5, 6), 2).empty());
}

TEST(Trees, BinaryIsComplete) {
  EXPECT_EQ(Binary(0, 6).parent, kNobody);
  EXPECT_THAT(Binary(0, 6).children, ElementsAre(1, 2));
  EXPECT_THAT(Binary(1, 6).children, ElementsAre(3, 4));
  EXPECT_THAT(Binary(2, 6).children, ElementsAre(5));
  EXPECT_EQ(Binary(5, 6).parent, 2);
  EXPECT_EQ(Binary(4, 6).parent, 1);
}

// The picture in the comments of NCCL's double binary trees: 14 ranks.
TEST(Trees, InOrderBinaryIsNcclsTree) {
  const auto children = [](Rank self) { return InOrderBinary(self, 14).children; };
  EXPECT_THAT(children(0), ElementsAre(8));
  EXPECT_THAT(children(8), ElementsAre(4, 12));
  EXPECT_THAT(children(4), ElementsAre(2, 6));
  EXPECT_THAT(children(12), ElementsAre(10, 13));
  EXPECT_THAT(children(10), ElementsAre(9, 11));
  EXPECT_TRUE(children(13).empty());
}

// 13 ranks below the root: rank r has the place of r+1 in the first tree, 13 that of 1. 12 below
// the root: r has that of 13-r.
TEST(Trees, TheSecondTreeIsShiftedOrMirrored) {
  EXPECT_THAT(DoubleTree(1, 0, 14).children, ElementsAre(7));
  EXPECT_THAT(DoubleTree(1, 7, 14).children, ElementsAre(3, 11));
  EXPECT_THAT(DoubleTree(1, 1, 14).children, ElementsAre(13, 2));
  EXPECT_EQ(DoubleTree(1, 13, 14).parent, 1);
  EXPECT_THAT(DoubleTree(1, 0, 13).children, ElementsAre(5));
  EXPECT_THAT(DoubleTree(1, 5, 13).children, ElementsAre(9, 1));
  EXPECT_EQ(DoubleTree(1, 12, 13).parent, 11);
}

// The conditions of Sanders, Speck & Traeff on two trees, and the height.
TEST(Trees, DoubleTreesShareNoInnerRankAndNoEdge) {
  for (int ranks = 1; ranks <= 70; ++ranks) {
    std::set<std::pair<Rank, Rank>> edges;
    std::vector<int> inner(static_cast<std::size_t>(ranks));
    for (const int i : {0, 1}) {
      const auto tree = [&](Rank self) { return DoubleTree(i, self, ranks); };
      for (Rank self = 0; self < ranks; ++self) {
        const Node node = tree(self);
        if (self > 0 && !node.children.empty()) ++inner[static_cast<std::size_t>(self)];
        EXPECT_LE(node.children.size(), self == 0 ? 1u : 2u);
        EXPECT_LE(Depth(tree, self), std::bit_width(static_cast<unsigned>(ranks - 1)));
        for (const Rank child : node.children) {
          EXPECT_EQ(tree(child).parent, self) << ranks << " ranks, tree " << i;
          EXPECT_TRUE(edges.emplace(self, child).second || ranks == 2)
              << ranks << " ranks: " << self << " to " << child << " in both";
        }
      }
    }
    EXPECT_EQ(edges.size(), ranks == 2 ? 1u : 2u * static_cast<unsigned>(ranks - 1));
    for (const int times : inner) EXPECT_LE(times, 1) << ranks << " ranks";
  }
}

}  // namespace
}  // namespace colltune
