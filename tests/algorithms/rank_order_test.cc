#include "algorithms/topology/rank_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::ElementsAre;

RankOrder Order(const Places& places, Collective collective, const char* name, Rank first) {
  return OrderFor(places, *FindAlgorithm(collective, name), first);
}

/// Hosts of one rank each.
std::unique_ptr<const Places> Hosts(std::vector<Host> hosts) {
  EdgeCosts costs(2, {Bytes{1}});
  for (const Nearness nearness : {Nearness::kSite, Nearness::kFar}) {
    for (const int to : {0, 1}) {
      costs.Of(nearness, 0, to, 0) = {1, 2, 0};
      costs.Of(nearness, 1, to, 0) = {5, 6, 0};
    }
  }
  std::vector<int> host_of;
  for (std::size_t host = 0; host < hosts.size(); ++host) host_of.push_back(static_cast<int>(host));
  return std::make_unique<Places>(std::move(host_of), std::move(hosts),
                                  std::make_shared<EdgeCosts>(std::move(costs)));
}

/// Ranks take turns at two sites.
std::unique_ptr<const Places> TwoSitesInTurn(int ranks) {
  std::vector<Host> hosts;
  for (int host = 0; host < ranks; ++host) hosts.push_back({0, host % 2});
  return Hosts(std::move(hosts));
}

TEST(RankOrder, IsByHostsWithinSitesFromTheFirstRankOn) {
  const auto places = TestingPlaces(12);
  const RankOrder order = Order(*places, Collective::kBcast, "chain", 7);
  EXPECT_THAT(order.rank_at, ElementsAre(7, 6, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5));
  EXPECT_THAT(order.place_of, ElementsAre(6, 7, 8, 9, 10, 11, 1, 0, 2, 3, 4, 5));
  EXPECT_THAT(order.groups, ElementsAre(0, 6, 12));
}

TEST(RankOrder, HasGroupsOfHostsWhereThereIsOneSite) {
  const auto places = TestingPlaces(6);
  EXPECT_THAT(Order(*places, Collective::kBcast, "chain", 0).groups, ElementsAre(0, 3, 6));
}

// In a binomial tree of 8 places, 4 has two children, 2 and 6 have one, odd places have none.
TEST(RankOrder, LeavesSlowHostsToTheLeavesOfABinomialTree) {
  const auto places = Hosts({{0}, {1}, {1}, {0}, {1}, {0}, {1}, {0}});
  EXPECT_THAT(Order(*places, Collective::kBcast, "binomial", 0).rank_at,
              ElementsAre(0, 1, 5, 2, 3, 4, 7, 6));
}

/// Pairs of ranks that exchange messages, and the number of elements in the messages.
struct Traffic {
  std::set<std::pair<Rank, Rank>> pairs;
  std::int64_t elements = 0;
};

/// The traffic between ranks of exactly this nearness.
Traffic TrafficAt(Nearness nearness, const Places& places, Collective collective,
                  const char* choice, std::int64_t elements) {
  const Shape shape{.ranks = places.ranks(), .root = 1, .elements = elements, .places = &places};
  const auto all = BuildAll(ParseChoice(collective, choice), shape);
  Traffic traffic;
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    for (const Message& message : all[static_cast<std::size_t>(rank)].messages()) {
      if (message.side != Message::Side::kSend) continue;
      if (places.NearnessOf(places.HostOf(rank), places.HostOf(message.peer)) != nearness) {
        continue;
      }
      traffic.pairs.emplace(rank, message.peer);
      traffic.elements += message.block.count;
    }
  }
  return traffic;
}

Traffic FarMessages(const Places& places, Collective collective, const char* choice,
                    std::int64_t elements) {
  return TrafficAt(Nearness::kFar, places, collective, choice, elements);
}

TEST(Mapped, RingCrossesTheLineOnceInEachDirection) {
  const auto places = TwoSitesInTurn(10);
  EXPECT_EQ(FarMessages(*places, Collective::kAllgather, "ring", 1).pairs.size(), 10U);
  EXPECT_EQ(FarMessages(*places, Collective::kAllgather, "ring_mapped", 1).pairs.size(), 2U);
  EXPECT_EQ(FarMessages(*places, Collective::kAllreduce, "ring_mapped", 20).pairs.size(), 2U);
}

TEST(Mapped, BinomialTreeCrossesTheLineOnce) {
  const auto places = TwoSitesInTurn(16);
  for (const Collective collective : {Collective::kBcast, Collective::kReduce}) {
    EXPECT_EQ(FarMessages(*places, collective, "binomial_mapped", 1).pairs.size(), 1U);
  }
}

TEST(TwoLevel, EachByteCrossesTheLineOnce) {
  const auto places = TwoSitesInTurn(16);
  for (const char* name :
       {"two_level_chain:segment=16", "two_level_double_tree:segment=16",
        "two_level:within=binomial", "two_level:within=scatter_ring_allgather"}) {
    EXPECT_EQ(FarMessages(*places, Collective::kBcast, name, 160).elements, 160) << name;
  }
  for (const char* name : {"two_level_chain:segment=16", "two_level_double_tree:segment=16",
                           "two_level:within=binomial", "two_level:within=rabenseifner"}) {
    EXPECT_EQ(FarMessages(*places, Collective::kReduce, name, 160).elements, 160) << name;
  }
  for (const char* name :
       {"two_level_chain:segment=16", "two_level", "two_level:within=rabenseifner"}) {
    EXPECT_EQ(FarMessages(*places, Collective::kAllreduce, name, 160).elements, 2 * 160) << name;
  }
}

// Eight hosts of two ranks, which take turns, and 8 elements. The elements that reach other hosts:
// - A tree sends seven messages, from one rank or along a binomial tree.
// - A scatter in halves moves 4 + 2 x 2 + 4 x 1 elements, and a ring brings 7 to each host.
// - Back, halves are exchanged first, 8 x (4 + 2 + 1), and then gathered.
TEST(TwoLevel, EachPhaseHasItsAlgorithm) {
  std::vector<int> host_of;
  for (Rank rank = 0; rank < 16; ++rank) host_of.push_back(rank % 8);
  const Places places(host_of, std::vector<Host>(8), TestingCosts());
  const auto between = [&](Collective collective, const char* choice) {
    return TrafficAt(Nearness::kSite, places, collective, choice, 8);
  };
  EXPECT_EQ(between(Collective::kBcast, "two_level:between=flat").elements, 7 * 8);
  EXPECT_EQ(between(Collective::kBcast, "two_level:between=binomial").elements, 7 * 8);
  EXPECT_EQ(between(Collective::kBcast, "two_level:between=scatter_ring_allgather").elements,
            12 + 7 * 8);
  EXPECT_EQ(between(Collective::kReduce, "two_level:between=rabenseifner").elements, 8 * 7 + 12);
  EXPECT_EQ(between(Collective::kAllreduce, "two_level:between=ring").elements, 2 * 7 * 8);
  EXPECT_EQ(between(Collective::kAllreduce, "two_level:between=recursive_doubling").elements,
            8 * 3 * 8);

  const auto sends_of_root = [&](const char* choice) {
    const Choice parsed = ParseChoice(Collective::kBcast, choice);
    const Shape shape{
        .ranks = 16, .root = 0, .elements = 8, .element = Bytes{8}, .places = &places};
    const Schedule schedule = parsed.algorithm->build(shape, 0, parsed.parameters);
    return std::ranges::count(schedule.messages(), Message::Side::kSend, &Message::side);
  };
  EXPECT_EQ(sends_of_root("two_level:between=flat"), 7 + 1);
  EXPECT_EQ(sends_of_root("two_level:between=binomial"), 3 + 1);
  EXPECT_EQ(sends_of_root("two_level_chain:between=chain_pipelined:segment=16"), 4 + 4);
}

// Two groups, of 18 and 12 ranks. Each phase needs as many elements as the largest power of two
// that is at most its number of ranks: 16 within the groups, 2 between them.
TEST(TwoLevel, PhasesNeedElements) {
  const auto places = TestingPlaces(30);
  const auto why = [&](const char* choice, std::int64_t elements) {
    return Declines(ParseChoice(Collective::kReduce, choice),
                    {.ranks = 30, .elements = elements, .places = places.get()});
  };
  const std::string needs =
      "needs groups, and as many of them, as the algorithms of its phases need";
  EXPECT_EQ(why("two_level:within=rabenseifner", 16), "");
  EXPECT_EQ(why("two_level:within=rabenseifner", 15), needs);
  EXPECT_EQ(why("two_level:between=rabenseifner", 2), "");
  EXPECT_EQ(why("two_level:between=rabenseifner", 1), needs);
  EXPECT_EQ(why("two_level", 1), "");
}

// 8 ranks on each side: in each direction 8 blocks of an allgather, and 8 x 8 of an all-to-all,
// cross the line once, all of a lane in one message.
TEST(TwoLevel, LanesCrossTheLineInFewMessages) {
  const auto places = TwoSitesInTurn(16);
  const Traffic allgather = FarMessages(*places, Collective::kAllgather, "two_level_lanes", 1);
  EXPECT_EQ(allgather.elements, 16);
  EXPECT_EQ(allgather.pairs.size(), 16U);
  const Traffic alltoall = FarMessages(*places, Collective::kAlltoall, "two_level_lanes", 1);
  EXPECT_EQ(alltoall.elements, 2 * 64);
  EXPECT_EQ(alltoall.pairs.size(), 16U);
  EXPECT_EQ(FarMessages(*places, Collective::kAlltoall, "flat", 1).pairs.size(), 2 * 64U);
}

// Each lane combines an eighth of the vector across the line, and no more.
TEST(TwoLevel, LanesOfAllreduceCrossTheLineWithTheirParts) {
  const auto places = TwoSitesInTurn(16);
  for (const char* name : {"two_level_lanes", "two_level_lanes:between=rabenseifner"}) {
    const Traffic traffic = FarMessages(*places, Collective::kAllreduce, name, 160);
    EXPECT_EQ(traffic.elements, 2 * 160) << name;
    EXPECT_EQ(traffic.pairs.size(), 16U) << name;
  }
}

// Eight lanes with an eighth of the vector each. Between two sites a reduction by halves exchanges
// them both ways, and then gathers one.
TEST(TwoLevel, LanesOfReductionsAndScansCrossTheLineWithTheirParts) {
  const auto in_turn = TwoSitesInTurn(16);
  const auto in_a_row = TestingSites(16, 8);
  for (const Places* places : {in_turn.get(), in_a_row.get()}) {
    const auto far = [&](const char* choice) {
      return FarMessages(*places, Collective::kReduce, choice, 160);
    };
    EXPECT_EQ(far("two_level_lanes").elements, 160);
    EXPECT_EQ(far("two_level_lanes").pairs.size(), 8U);
    EXPECT_EQ(far("two_level_lanes:between=rabenseifner").elements, 160 + 80);
    EXPECT_EQ(far("two_level_lanes:between=rabenseifner").pairs.size(), 16U);
  }
  for (const Collective collective : {Collective::kScan, Collective::kExscan}) {
    const Traffic traffic = FarMessages(*in_a_row, collective, "two_level_lanes", 160);
    EXPECT_EQ(traffic.elements, 160) << ToText(collective);
    EXPECT_EQ(traffic.pairs.size(), 8U) << ToText(collective);
  }
}

// Eight blocks to or from the other site, and as many each way where all ranks get a block: each
// crosses the line once, as one rank's message to the one of equal number.
TEST(TwoLevel, LanesBringEachBlockAcrossTheLineOnce) {
  const auto places = TwoSitesInTurn(16);
  for (const auto& [collective, blocks] :
       {std::pair(Collective::kGather, 8), std::pair(Collective::kScatter, 8),
        std::pair(Collective::kAllgatherv, 16), std::pair(Collective::kReduceScatterBlock, 16),
        std::pair(Collective::kReduceScatter, 16)}) {
    const Traffic traffic = FarMessages(*places, collective, "two_level_lanes", 1);
    EXPECT_EQ(traffic.elements, blocks) << ToText(collective);
    std::set<Rank> senders;
    std::set<Rank> receivers;
    for (const auto& [from, to] : traffic.pairs) {
      senders.insert(from);
      receivers.insert(to);
    }
    EXPECT_EQ(static_cast<int>(senders.size()), blocks) << ToText(collective);
    EXPECT_EQ(static_cast<int>(receivers.size()), blocks) << ToText(collective);
  }
}

TEST(TwoLevel, LanesOfScansAreForGroupsInARow) {
  const auto in_turn = TwoSitesInTurn(16);
  const auto in_a_row = TestingSites(16, 8);
  const auto uneven = TestingPlaces(11);
  const Places back(std::vector<int>{0, 1, 1, 0}, std::vector<Host>(2), TestingCosts());
  for (const Collective collective : {Collective::kScan, Collective::kExscan}) {
    const auto why = [&](const Places& places) {
      const Shape shape{.ranks = places.ranks(),
                        .elements = places.ranks(),
                        .commutative = false,
                        .places = &places};
      return Declines(ParseChoice(collective, "two_level_lanes"), shape);
    };
    EXPECT_EQ(why(*in_a_row), "");
    for (const Places* places : {in_turn.get(), uneven.get(), &back}) {
      EXPECT_EQ(why(*places),
                "needs several sites, or hosts with several ranks, and equally many ranks in a row "
                "on each");
    }
  }
}

TEST(TwoLevel, LanesAreForGroupsOfOneSize) {
  const Choice lanes = ParseChoice(Collective::kAlltoall, "two_level_lanes");
  const auto even = TestingPlaces(12);
  const auto uneven = TestingPlaces(11);
  EXPECT_EQ(Declines(lanes, {.ranks = 12, .places = even.get()}), "");
  EXPECT_EQ(Declines(lanes, {.ranks = 11, .places = uneven.get()}),
            "needs several sites, or hosts with several ranks, and equally many on each");
}

TEST(TwoLevel, BarrierCrossesTheLineOnceInEachDirection) {
  const auto places = TwoSitesInTurn(16);
  EXPECT_EQ(FarMessages(*places, Collective::kBarrier, "two_level", 0).pairs.size(), 2U);
  EXPECT_EQ(FarMessages(*places, Collective::kBarrier, "dissemination", 0).pairs.size(), 16U);
}

// Two sites of four hosts of three ranks. In each direction that the result takes, one message goes
// between the sites, and at each site one message to each host but one.
TEST(ThreeLevel, CrossesEachLineOnce) {
  const auto places = TestingPlaces(24);
  for (const auto& [collective, far, near] :
       {std::tuple(Collective::kBcast, 1U, 6U), std::tuple(Collective::kReduce, 1U, 6U),
        std::tuple(Collective::kAllreduce, 2U, 12U), std::tuple(Collective::kBarrier, 2U, 12U)}) {
    const auto pairs = [&, of = collective](Nearness nearness) {
      return TrafficAt(nearness, *places, of, "three_level", 1).pairs.size();
    };
    EXPECT_EQ(pairs(Nearness::kFar), far) << ToText(collective);
    EXPECT_EQ(pairs(Nearness::kSite), near) << ToText(collective);
  }
}

TEST(ThreeLevel, IsForSeveralSitesWithHostsOfSeveralRanks) {
  const Choice choice = ParseChoice(Collective::kBcast, "three_level");
  const auto sites = TwoSitesInTurn(4);
  const auto hosts = TestingPlaces(6);
  const auto both = TestingPlaces(12);
  EXPECT_EQ(Declines(choice, {.ranks = 4, .places = sites.get()}),
            "needs several sites, and hosts with several ranks");
  EXPECT_EQ(Declines(choice, {.ranks = 6, .places = hosts.get()}),
            "needs several sites, and hosts with several ranks");
  EXPECT_EQ(Declines(choice, {.ranks = 12, .places = both.get()}), "");
}

TEST(Mapped, IsForUnlikePlacesOnly) {
  const Shape alike{.ranks = 3, .places = nullptr};
  const auto places = Hosts({{}, {}, {}});
  Shape shape = alike;
  shape.places = places.get();
  const Choice mapped = ParseChoice(Collective::kBcast, "binomial_mapped");
  EXPECT_EQ(Declines(mapped, alike), "needs a profile that knows where the ranks are");
  EXPECT_EQ(Declines(mapped, shape),
            "needs ranks that share hosts, or hosts of several kinds or sites");
  EXPECT_EQ(Declines(ParseChoice(Collective::kBcast, "two_level_chain"), shape),
            "needs several sites, or hosts with several ranks");
}

}  // namespace
}  // namespace colltune
