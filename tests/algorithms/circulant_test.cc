#include "algorithms/phases/circulant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/registry.h"
#include "algorithms/verify/verifier.h"
#include "tests/algorithms/schedule_testing.h"

namespace colltune {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kNone = CirculantBroadcast::kNone;

int CeilLg(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

// Traeff (2024): s_q = n, and s_i is half of s_{i+1}, rounded up.
TEST(CirculantGraph, SkipsAreHalves) {
  EXPECT_THAT(CirculantSkips(22), ElementsAre(1, 2, 3, 6, 11, 22));
  EXPECT_THAT(CirculantSkips(17), ElementsAre(1, 2, 3, 5, 9, 17));
  EXPECT_THAT(CirculantSkips(8), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(CirculantSkips(2), ElementsAre(1, 2));
  EXPECT_THAT(CirculantSkips(1), ElementsAre(1));
}

// MPICH's circ_graph.c has the schedule of 17 places as its example. A place receives one block in
// the first 5 rounds: place 5 is s_3, and gets block 3 from the root in round 3.
TEST(CirculantBroadcast, FirstBlocksOf17PlacesArePublished) {
  std::vector<std::int64_t> first;
  for (int self = 1; self < 17; ++self) {
    const CirculantBroadcast broadcast(17, self, 6);  // 10 rounds: two phases
    ASSERT_EQ(broadcast.rounds(), 10);
    std::vector<std::int64_t> received;
    for (std::int64_t i = 0; i < 5; ++i) {
      if (const auto block = broadcast.Round(i).received; block != kNone) received.push_back(block);
    }
    ASSERT_EQ(received.size(), 1u) << self;
    first.push_back(received[0]);
  }
  EXPECT_THAT(first, ElementsAre(0, 1, 2, 0, 3, 0, 1, 2, 4, 0, 1, 2, 0, 3, 0, 1));
}

/// Checks a broadcast of `blocks` blocks among n places: both ends of each message agree, each
/// place has received what it sends in an earlier round, and receives each block once.
void Check(int n, std::int64_t blocks) {
  std::vector<CirculantBroadcast> places;
  for (int self = 0; self < n; ++self) places.emplace_back(n, self, blocks);
  ASSERT_EQ(places[0].rounds(), blocks - 1 + CeilLg(n));
  std::vector<std::set<std::int64_t>> have(static_cast<std::size_t>(n));
  for (std::int64_t block = 0; block < blocks; ++block) have[0].insert(block);
  for (std::int64_t i = 0; i < places[0].rounds(); ++i) {
    std::vector<std::int64_t> arrived(static_cast<std::size_t>(n), kNone);
    for (int self = 0; self < n; ++self) {
      const auto exchange = places[static_cast<std::size_t>(self)].Round(i);
      const auto to = places[static_cast<std::size_t>(exchange.to)].Round(i);
      ASSERT_EQ(to.from, self);
      ASSERT_EQ(to.received, exchange.sent) << n << " places, round " << i << ", place " << self;
      if (exchange.sent == kNone) continue;
      ASSERT_TRUE(have[static_cast<std::size_t>(self)].contains(exchange.sent))
          << n << " places, round " << i << ", place " << self;
      arrived[static_cast<std::size_t>(exchange.to)] = exchange.sent;
    }
    for (std::size_t self = 0; self < arrived.size(); ++self) {
      if (arrived[self] == kNone) continue;
      ASSERT_TRUE(have[self].insert(arrived[self]).second) << n << " places, twice";
    }
  }
  for (const auto& all : have) ASSERT_EQ(std::ssize(all), blocks) << n << " places";
}

TEST(CirculantBroadcast, BringsEachBlockOnceToEachPlace) {
  for (int n = 2; n <= 300 && !HasFatalFailure(); ++n) Check(n, 2 * CeilLg(n) + 3);
  for (const int n : {2, 3, 5, 16, 17, 33, 100}) {
    for (std::int64_t blocks = 1; blocks <= 25 && !HasFatalFailure(); ++blocks) Check(n, blocks);
  }
  for (const int n : {1023, 1024, 1025, 2049}) Check(n, 25);
}

TEST(CirculantBroadcast, HasNothingToDoForOnePlaceOrNoBlock) {
  EXPECT_EQ(CirculantBroadcast(1, 0, 5).rounds(), 0);
  EXPECT_EQ(CirculantBroadcast(9, 3, 0).rounds(), 0);
}

// 20 segments: no rank waits for a message that its sender does not have yet.
TEST(CirculantGraph, TakesTheFewestSteps) {
  for (const Collective collective : {Collective::kBcast, Collective::kReduce}) {
    for (const int ranks : {2, 7, 8, 24, 33, 48}) {
      for (const Rank root : {0, ranks / 2}) {
        const auto all =
            BuildAll(ParseChoice(collective, "circulant:segment=8"), {ranks, root, 160, Bytes{1}});
        EXPECT_EQ(Steps(all), 20 - 1 + CeilLg(ranks)) << ToText(collective) << ", " << ranks;
      }
    }
  }
}

// Numbers of ranks beyond those of the exhaustive test, with few segments and with several phases.
TEST(CirculantGraph, PipelinesAreProvedForMoreRanks) {
  for (const auto& [collective, choice] :
       {std::pair{Collective::kBcast, "circulant:segment=56"},
        std::pair{Collective::kReduce, "circulant:segment=56"},
        std::pair{Collective::kAllreduce, "circulant_pipelined:segment=56"}}) {
    for (const int ranks : {48, 96}) {
      for (const std::int64_t elements : {5, 200}) {
        for (const bool in_place : {false, true}) {
          if (in_place && collective == Collective::kBcast) continue;
          const Shape shape{ranks, 0, elements, Bytes{8}, in_place};
          EXPECT_EQ(Verify(collective, shape, BuildAll(ParseChoice(collective, choice), shape)), "")
              << ToText(collective) << ", " << ranks << " ranks, " << elements << " elements";
        }
      }
    }
  }
}

}  // namespace
}  // namespace colltune
