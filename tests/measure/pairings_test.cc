// The plans of network experiments, exhaustively for up to 40 ranks.
#include "measure/network/pairings.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace colltune::measure {
namespace {

constexpr int kMostRanks = 40;

/// The number of occurrences of each group. Fails where a round has a rank twice, or an invalid
/// rank.
std::map<std::vector<Rank>, int> Count(const std::vector<GroupRound>& rounds, int ranks) {
  std::map<std::vector<Rank>, int> counts;
  for (const GroupRound& round : rounds) {
    std::set<Rank> seen;
    EXPECT_FALSE(round.empty());
    for (const Group& group : round) {
      std::vector<Rank> all = {group.from};
      all.insert(all.end(), group.to.begin(), group.to.end());
      for (const Rank rank : all) {
        EXPECT_TRUE(seen.insert(rank).second) << rank << " twice in a round of " << ranks;
        EXPECT_TRUE(rank >= 0 && rank < ranks);
      }
      ++counts[all];
    }
  }
  return counts;
}

TEST(PairRounds, HaveEachPairOnceInTheFewestRounds) {
  for (int n = 0; n <= kMostRanks; ++n) {
    const auto rounds = PairRounds(n);
    const int least = n < 2 ? 0 : n % 2 == 0 ? n - 1 : n;
    EXPECT_EQ(rounds.size(), static_cast<std::size_t>(least)) << n;
    const auto counts = Count(rounds, n);
    EXPECT_EQ(counts.size(), static_cast<std::size_t>(n * (n - 1) / 2)) << n;
    for (const auto& [pair, count] : counts) {
      EXPECT_LT(pair[0], pair[1]);
      EXPECT_EQ(count, 1);
    }
  }
}

// Greedy schedules would need up to the next power of two, less one: 15 and 31.
TEST(PairRounds, NeedNineForTenRanks) {
  EXPECT_EQ(PairRounds(10).size(), 9u);
  EXPECT_EQ(PairRounds(20).size(), 19u);
}

TEST(PairRounds, OfFourRanks) {
  // 0, 1 and 2 on the circle, 3 beside it.
  const std::vector<GroupRound> expected = {
      {{0, {3}}, {1, {2}}}, {{1, {3}}, {0, {2}}}, {{2, {3}}, {0, {1}}}};
  EXPECT_EQ(PairRounds(4), expected);
}

TEST(SpreadPairRounds, HaveEachRankAlike) {
  const auto two = SpreadPairRounds(10, 10);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(Count(two, 10).size(), 10U);
  EXPECT_EQ(SpreadPairRounds(10, 1).size(), 1U) << "one round at least";
  EXPECT_EQ(SpreadPairRounds(10, 1000), PairRounds(10));
}

TEST(RoundsOf, HaveThePairsInOrder) {
  const std::vector<std::pair<Rank, Rank>> pairs = {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {0, 3}};
  const std::vector<GroupRound> expected = {{{0, {1}}, {3, {4}}}, {{0, {2}}}, {{1, {2}}, {0, {3}}}};
  EXPECT_EQ(RoundsOf(pairs, 5), expected);
}

/// Returns a lower bound on the rounds of any plan of triplets for n ranks. A round has at most n/3
/// of the n(n-1)(n-2)/6 sets of three. Each set takes three rounds, one for each of its ranks as
/// the sender. With 3 | n a plan that meets the bound exists (Baranyai 1975).
int LeastTripletRounds(int ranks) {
  if (ranks < 3) return 0;
  const int sets = ranks * (ranks - 1) * (ranks - 2) / 6;
  const int in_a_round = ranks / 3;
  return 3 * ((sets + in_a_round - 1) / in_a_round);
}

TEST(TripletRounds, HaveEachTripletOnceInFewRounds) {
  for (int n = 0; n <= kMostRanks; ++n) {
    const auto rounds = TripletRounds(n);
    const auto counts = Count(rounds, n);
    EXPECT_EQ(counts.size(), static_cast<std::size_t>(n < 3 ? 0 : n * (n - 1) * (n - 2) / 2)) << n;
    for (const auto& [triplet, count] : counts) {
      EXPECT_LT(triplet[1], triplet[2]);
      EXPECT_EQ(count, 1);
    }
    EXPECT_GE(static_cast<int>(rounds.size()), LeastTripletRounds(n));
    EXPECT_LE(static_cast<double>(rounds.size()), 1.22 * LeastTripletRounds(n)) << n;
  }
}

// 20 sets of three ranks of 6, two in a round: ten rounds for each of three senders.
TEST(TripletRounds, AreTheFewestForSixRanks) {
  EXPECT_EQ(LeastTripletRounds(6), 30);
  EXPECT_EQ(TripletRounds(6).size(), 30u);
}

TEST(FanRounds, HaveEachRankOnceInTheFewestRounds) {
  for (int n = 2; n <= kMostRanks; ++n) {
    for (int leaves = 1; leaves < n; ++leaves) {
      const auto rounds = FanRounds(n, leaves);
      const int at_once = n / (leaves + 1);
      EXPECT_EQ(rounds.size(), static_cast<std::size_t>((n + at_once - 1) / at_once));
      const auto counts = Count(rounds, n);
      EXPECT_EQ(counts.size(), static_cast<std::size_t>(n)) << n << " ranks, " << leaves;
      for (const auto& [fan, count] : counts) {
        EXPECT_EQ(count, 1);
        ASSERT_EQ(fan.size(), static_cast<std::size_t>(leaves + 1));
        for (int i = 1; i <= leaves; ++i) {
          EXPECT_EQ(fan[static_cast<std::size_t>(i)], (fan[0] + i) % n);
        }
      }
    }
  }
}

TEST(ApartByHosts, PutsGroupsOfOneHostIntoRoundsOfTheirOwn) {
  // Ranks 0 and 1 are on host 0, 2 and 3 on host 1, 4 and 5 on hosts of their own.
  const std::vector<int> hosts = {0, 0, 1, 1, 2, 3};
  const std::vector<GroupRound> rounds = {{{0, {2}}, {1, {4}}, {3, {5}}}, {{0, {1}}, {2, {3}}}};
  const std::vector<GroupRound> apart = {{{0, {2}}}, {{1, {4}}, {3, {5}}}, {{0, {1}}, {2, {3}}}};
  EXPECT_EQ(ApartByHosts(rounds, hosts), apart);
}

TEST(ApartByHosts, LeavesRoundsOfOtherHostsAsTheyAre) {
  const std::vector<GroupRound> rounds = PairRounds(6);
  EXPECT_EQ(ApartByHosts(rounds, std::vector<int>{0, 1, 2, 3, 4, 5}), rounds);
}

}  // namespace
}  // namespace colltune::measure
