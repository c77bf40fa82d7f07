#include "algorithms/topology/forest.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

/// Hosts of one site with a rank each, of these kinds; a message takes times[from][to].
Places Hosts(const std::vector<int>& kinds, const std::vector<std::vector<EdgeTimes>>& times) {
  const auto count = static_cast<int>(times.size());
  EdgeCosts costs(count, {Bytes{1}});
  for (int from = 0; from < count; ++from) {
    for (int to = 0; to < count; ++to) {
      costs.Of(Nearness::kSite, from, to, 0) =
          times[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    }
  }
  std::vector<int> host_of;
  std::vector<Host> hosts;
  for (const int kind : kinds) {
    host_of.push_back(static_cast<int>(hosts.size()));
    hosts.push_back({kind, 0});
  }
  return {std::move(host_of), std::move(hosts), std::make_shared<EdgeCosts>(std::move(costs))};
}

Places EqualHosts(int ranks, const EdgeTimes& times) {
  return Hosts(std::vector<int>(static_cast<std::size_t>(ranks)), {{times}});
}

// Culler et al., "LogP: Towards a Realistic Model of Parallel Computation" (PPoPP 1993), figure 3:
// P = 8, L = 6, g = 4, o = 2: the last processor has the message at 24.
TEST(Forest, IsTheOptimalBroadcastOfLogPForOneSegment) {
  EXPECT_DOUBLE_EQ(GrowForest(EqualHosts(8, {4, 10, 0}), 5, Bytes{1}, 1).end, 24);
}

// A message keeps both ports for 1, travels for 1, and keeps its receiver for 1: the last of five
// leaves at 4 and is there at 7.
TEST(Forest, SendsOneSegmentAfterTheOther) {
  EXPECT_DOUBLE_EQ(GrowForest(EqualHosts(2, {1, 3, 1}), 0, Bytes{1}, 5).end, 7);
}

// A message keeps both ports for 1, and is there then. No algorithm is done with k segments before
// k-1 + ceil(lg p) (Traeff 2024, broadcast schedules), which the circulant one reaches; a forest
// takes some more, however many segments there are.
TEST(Forest, KeepsAllPortsBusy) {
  for (const auto& [ranks, least, more] : {std::tuple(4, 2, 2), {8, 3, 9}, {17, 5, 18}}) {
    for (const int segments : {8, 32, 128}) {
      const double end = GrowForest(EqualHosts(ranks, {1, 1, 1}), 0, Bytes{1}, segments).end;
      EXPECT_GE(end, segments - 1 + least) << ranks;
      EXPECT_LE(end, segments - 1 + least + more) << ranks << " ranks, " << segments;
    }
  }
}

// Ports and processors are busy with a message for 1 each, which travels for 3 between: each rank
// receives, and sends in between, all the time.
TEST(Forest, SendsWhileItReceives) {
  const double end = GrowForest(EqualHosts(8, {1, 5, 1}), 0, Bytes{1}, 128).end;
  EXPECT_LE(end, 128 + 3 * 5 + 15);
}

TEST(Forest, BringsEachSegmentToEachRankOnce) {
  for (const int ranks : {1, 2, 5, 8, 17}) {
    const auto places = TestingPlacesForMost(ranks);
    for (const Rank root : {0, ranks - 1}) {
      std::set<std::pair<Rank, int>> had;
      for (int segment = 0; segment < 9; ++segment) had.emplace(root, segment);
      for (const auto& [from, to, segment] : GrowForest(*places, root, Bytes{1000}, 9).edges) {
        EXPECT_TRUE(had.contains(std::pair(from, segment))) << from << " of " << ranks;
        EXPECT_TRUE(had.emplace(to, segment).second) << to << " of " << ranks;
      }
      EXPECT_EQ(had.size(), static_cast<std::size_t>(9 * ranks)) << ranks;
    }
  }
}

TEST(Forest, LetsTheRootSendEachSegmentBeforeAnyTwice) {
  const auto places = TestingPlacesOfOneSlow(12);
  std::vector<int> sent;
  for (const auto& [from, to, segment] : GrowForest(*places, 3, Bytes{8192}, 20).edges) {
    if (from == 3) sent.push_back(segment);
  }
  ASSERT_GE(sent.size(), 20U);
  EXPECT_EQ(std::set<int>(sent.begin(), sent.begin() + 20).size(), 20U);
}

// A slow host, whose sends take ten times as long, leaves nearly all of them to others. Without it
// seven hosts have 12 segments by 12 + 3.
TEST(Forest, LetsSlowHostsReceive) {
  const EdgeTimes fast{1, 1, 1};
  const EdgeTimes slow{10, 10, 10};
  const Places places = Hosts({0, 0, 0, 0, 1, 0, 0, 0}, {{fast, fast}, {slow, slow}});
  const Forest forest = GrowForest(places, 0, Bytes{1}, 12);
  int from_slow = 0;
  for (const Forest::Edge& edge : forest.edges) from_slow += edge.from == 4 ? 1 : 0;
  EXPECT_LE(from_slow, 2);
  EXPECT_LE(forest.end, 1.5 * (12 + 3));
}

TEST(Forest, DeclinesEqualHosts) {
  const Choice choice = ParseChoice(Collective::kBcast, "model_forest");
  for (const bool is_unlike : {false, true}) {
    const auto places = is_unlike ? TestingPlacesOfOneSlow(8) : TestingPlacesInTurn(8);
    const Shape shape{.ranks = 8, .elements = 1, .element = Bytes{8}, .places = places.get()};
    EXPECT_EQ(Declines(choice, shape).empty(), is_unlike);
  }
}

TEST(Forest, DeclinesManySegments) {
  const Choice choice = ParseChoice(Collective::kReduce, "model_forest:segment=8");
  for (const auto& [ranks, most] : {std::pair(4, 1024), {16, 1024}, {32, 256}, {512, 1}}) {
    const auto places = TestingPlacesOfOneSlow(ranks);
    Shape shape{.ranks = ranks, .elements = most, .element = Bytes{8}, .places = places.get()};
    EXPECT_TRUE(Declines(choice, shape).empty()) << ranks;
    ++shape.elements;
    EXPECT_FALSE(Declines(choice, shape).empty()) << ranks;
  }
}

}  // namespace
}  // namespace colltune
