#include "algorithms/phases/bine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "algorithms/registry.h"
#include "tests/algorithms/schedule_testing.h"

namespace colltune {
namespace {

using testing::ElementsAre;

/// Distance around a ring of n ranks.
int Distance(Rank a, Rank b, int n) {
  const int apart = std::abs(a - b);
  return std::min(apart, n - apart);
}

// The numbers that libbine has in a table.
TEST(Bine, DistancesArePublished) {
  std::vector<int> distances;
  for (int level = 1; level <= 10; ++level) distances.push_back(BineDistance(level));
  EXPECT_THAT(distances, ElementsAre(1, -1, 3, -5, 11, -21, 43, -85, 171, -341));
}

TEST(Bine, NumbersHaveDigitsInBaseMinusTwo) {
  EXPECT_EQ(Negabinary(6), 0b11010U);  // 16 - 8 - 2
  EXPECT_EQ(Negabinary(-5), 0b1111U);
  for (int number = -100; number <= 100; ++number) {
    EXPECT_EQ(FromNegabinary(Negabinary(number)), number);
  }
}

TEST(Bine, PartnersAreMutual) {
  for (int n = 2; n <= 1024; n *= 2) {
    for (int level = 1; level <= BineLevels(n); ++level) {
      for (Rank self = 0; self < n; ++self) {
        EXPECT_EQ(BinePartner(BinePartner(self, level, n), level, n), self) << n << ' ' << level;
      }
    }
  }
}

// 3 has the digits 111, 4 the digits 100 and 7, which is -1 modulo 8, the digits 11.
TEST(BineTree, ParentsInvertEqualLowestDigits) {
  EXPECT_EQ(Bine(0, 8).parent, kNobody);
  EXPECT_THAT(Bine(0, 8).children, ElementsAre(3, 7, 1));
  EXPECT_EQ(Bine(3, 8).parent, 0);
  EXPECT_THAT(Bine(3, 8).children, ElementsAre(4, 2));
  EXPECT_EQ(Bine(4, 8).parent, 3);
  EXPECT_THAT(Bine(4, 8).children, ElementsAre(5));
  EXPECT_EQ(Bine(7, 8).parent, 0);
  EXPECT_THAT(Bine(7, 8).children, ElementsAre(6));
  EXPECT_TRUE(Bine(0, 1).children.empty());
}

TEST(BineTree, HasTheShapeOfTheBinomialTree) {
  for (int n = 2; n <= 1024; n *= 2) {
    int reached = 1;
    for (Rank self = 0; self < n; ++self) {
      std::size_t subtree = Bine(self, n).children.size();
      for (const Rank child : Bine(self, n).children) {
        EXPECT_EQ(Bine(child, n).parent, self);
        EXPECT_EQ(Bine(child, n).children.size(), --subtree);  // the largest subtrees first
        ++reached;
      }
    }
    EXPECT_EQ(reached, n);
  }
}

// De Sensi et al. 2025: partners are two thirds as far apart as the binomial tree's, whose farthest
// are n/2 ranks away.
TEST(BineTree, PartnersAreNearer) {
  for (int n = 8; n <= 1024; n *= 2) {
    int farthest = 0;
    for (Rank self = 1; self < n; ++self) {
      farthest = std::max(farthest, Distance(self, Bine(self, n).parent, n));
    }
    EXPECT_EQ(farthest, (n + 1) / 3) << n;
  }
}

// A rank's group and that of its next partner are the halves of the next level's group.
TEST(BineButterfly, GroupsFollowEachOtherAroundTheRing) {
  for (int n = 2; n <= 256; n *= 2) {
    for (int level = 0; level < BineLevels(n); ++level) {
      const int count = 1 << level;
      for (Rank self = 0; self < n; ++self) {
        const Rank partner = BinePartner(self, level + 1, n);
        const Rank mine = BineGroup(self, level, n);
        const Rank theirs = BineGroup(partner, level, n);
        EXPECT_LT((self - mine + n) % n, count);
        if (2 * count == n) {
          EXPECT_EQ((mine - theirs + n) % n, count) << self << " of " << n;
          continue;
        }
        const Rank both = BineGroup(self, level + 1, n);
        EXPECT_EQ(BineGroup(partner, level + 1, n), both);
        EXPECT_TRUE(mine == both || theirs == both) << self << " of " << n << ", level " << level;
        EXPECT_EQ(((mine == both ? theirs : mine) - both + n) % n, count);
      }
    }
  }
}

TEST(BineButterfly, DoublesVolumeAtNegabinaryDistances) {
  const Choice choice = ParseChoice(Collective::kAllgather, "bine");
  const auto all = BuildAll(choice, {16, 0, 1});
  const auto peers_sent_to = [](const Schedule& schedule) {
    std::vector<Rank> peers;
    for (const Message& m : schedule.messages()) {
      if (m.side == Message::Side::kSend) peers.push_back(m.peer);
    }
    return peers;
  };
  EXPECT_THAT(peers_sent_to(all[6]), ElementsAre(7, 5, 9, 1));
  EXPECT_THAT(peers_sent_to(all[5]), ElementsAre(4, 6, 2, 10));
  for (const Schedule& schedule : all) EXPECT_EQ(Sent(schedule), (Traffic{4, 15}));
  const Choice halving = ParseChoice(Collective::kReduceScatter, "bine");
  const auto back = BuildAll(halving, {16, 0, 1});
  EXPECT_THAT(peers_sent_to(back[6]), ElementsAre(1, 9, 5, 7));
  for (const Schedule& schedule : back) EXPECT_EQ(Sent(schedule), (Traffic{4, 15}));
}

TEST(Bine, DeclinesOtherNumbersOfRanks) {
  for (const Collective collective :
       {Collective::kBcast, Collective::kReduce, Collective::kAllgather, Collective::kAllgatherv,
        Collective::kReduceScatterBlock, Collective::kReduceScatter}) {
    const Choice choice = ParseChoice(collective, "bine");
    EXPECT_EQ(Declines(choice, {6, 0, 1}), "needs a power of two of ranks");
    EXPECT_EQ(Declines(choice, {8, 0, 1}), "");
  }
}

}  // namespace
}  // namespace colltune
