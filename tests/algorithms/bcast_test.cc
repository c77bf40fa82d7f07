// The schedules of the broadcasts are what the literature draws.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "algorithms/registry.h"
#include "tests/algorithms/schedule_testing.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::ElementsAre;

std::vector<Schedule> All(std::string_view choice, const Shape& shape) {
  return BuildAll(ParseChoice(Collective::kBcast, choice), shape);
}

class BcastTrees : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(All, BcastTrees, testing::ValuesIn([] {
                           std::vector<std::string_view> names;
                           for (const Algorithm& a : Algorithms(Collective::kBcast)) {
                             const bool is_whole = a.name.find("scatter") == a.name.npos &&
                                                   a.name.find("lanes") == a.name.npos;
                             if (is_whole) names.push_back(a.name);
                           }
                           return names;
                         }()),
                         [](const auto& algorithm) { return std::string(algorithm.param); });

TEST_P(BcastTrees, SendTheMessageOnceToEachRank) {
  const Algorithm& algorithm = *FindAlgorithm(Collective::kBcast, GetParam());
  const auto places = TestingPlaces(17);
  const Shape shape{
      .ranks = 17, .root = 3, .elements = algorithm.divides ? 10'000 : 1, .places = places.get()};
  const auto all = BuildAll(StandardChoice(algorithm), shape);
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    EXPECT_EQ(Received(all[static_cast<std::size_t>(rank)]).elements,
              rank == shape.root ? 0 : shape.elements)
        << "rank " << rank;
  }
}

// Figure 1 of de Supinski & Karonis (HPDC 1999): task 0 of 16 sends to 8, 4, 2, 1; task 8 to 12,
// 10, 9; task 12 to 14, 13; task 14 to 15.
TEST(BcastBinomial, IsThePublishedTreeOf16Tasks) {
  const auto all = All("binomial", {16, 0, 1});
  EXPECT_THAT(Peers(all[0]), ElementsAre(8, 4, 2, 1));
  EXPECT_THAT(Peers(all[8]), ElementsAre(0, 12, 10, 9));
  EXPECT_THAT(Peers(all[12]), ElementsAre(8, 14, 13));
  EXPECT_THAT(Peers(all[14]), ElementsAre(12, 15));
  EXPECT_THAT(Peers(all[15]), ElementsAre(14));
}

// Section 3 of the same paper: the preceding task of i is i-1, or i+1 in the backward variant.
TEST(BcastChain, GoesUpAndTheBackwardOneDown) {
  const auto up = All("chain", {4, 1, 1});
  EXPECT_THAT(Peers(up[1]), ElementsAre(2));
  EXPECT_THAT(Peers(up[2]), ElementsAre(1, 3));
  EXPECT_THAT(Peers(up[3]), ElementsAre(2, 0));
  EXPECT_THAT(Peers(up[0]), ElementsAre(3));
  const auto down = All("chain_backward", {4, 1, 1});
  EXPECT_THAT(Peers(down[1]), ElementsAre(0));
  EXPECT_THAT(Peers(down[0]), ElementsAre(1, 3));
  EXPECT_THAT(Peers(down[3]), ElementsAre(0, 2));
  EXPECT_THAT(Peers(down[2]), ElementsAre(3));
}

TEST(BcastFlat, DiffersFromItsNonblockingFormInRoundsOnly) {
  const auto in_turn = All("flat", {5, 2, 1});
  const auto together = All("flat_nonblocking", {5, 2, 1});
  EXPECT_THAT(Peers(in_turn[2]), ElementsAre(3, 4, 0, 1));
  EXPECT_EQ(Peers(together[2]), Peers(in_turn[2]));
  EXPECT_EQ(in_turn[2].rounds(), 4u);
  EXPECT_EQ(together[2].rounds(), 1u);
}

// 23 elements of 8 bytes in segments of at most 40 bytes: 5, 5, 5, 4, 4 elements.
constexpr Shape kFiveSegments{6, 2, 23, Bytes{8}};

TEST(BcastChainPipelined, PassesASegmentOnWhileItReceivesTheNext) {
  const auto all = All("chain_pipelined:segment=40", kFiveSegments);
  const Schedule& inner = all[3];
  ASSERT_EQ(inner.rounds(), 6u);
  EXPECT_THAT(inner.round(0).messages,
              ElementsAre(Message{Message::Side::kReceive, 2, Output(0, 5)}));
  EXPECT_THAT(inner.round(4).messages,
              ElementsAre(Message{Message::Side::kReceive, 2, Output(19, 4)},
                          Message{Message::Side::kSend, 4, Output(15, 4)}));
  EXPECT_THAT(inner.round(5).messages,
              ElementsAre(Message{Message::Side::kSend, 4, Output(19, 4)}));
}

// A segment and one element more would be as slow as two segments, of which one is nearly empty.
TEST(BcastChainPipelined, DividesTheMessageEvenly) {
  const auto all = All("chain_pipelined:segment=80", {2, 0, 11, Bytes{8}});
  EXPECT_THAT(all[0].messages(), ElementsAre(Message{Message::Side::kSend, 1, Output(0, 6)},
                                             Message{Message::Side::kSend, 1, Output(6, 5)}));
}

// p-2+n steps: the last segment enters the chain at step n and passes p-2 ranks more.
TEST(BcastChainPipelined, TakesOneStepMoreForEachRankAndEachSegment) {
  EXPECT_EQ(Steps(All("chain_pipelined:segment=40", kFiveSegments)), 6 - 2 + 5);
  EXPECT_EQ(Steps(All("chain_pipelined:segment=8", {9, 0, 23, Bytes{8}})), 9 - 2 + 23);
}

// h-1+n steps for a tree of h levels below the root whose ranks send to their children together.
TEST(BcastBinary, IsTheCompleteTreeAndPipelined) {
  const auto all = All("binary:segment=1K", {7, 0, 10, Bytes{8}});
  EXPECT_THAT(Peers(all[0]), ElementsAre(1, 2));
  EXPECT_THAT(Peers(all[2]), ElementsAre(0, 5, 6));
  EXPECT_THAT(Peers(all[6]), ElementsAre(2));
  EXPECT_EQ(Steps(All("binary:segment=40", {7, 0, 23, Bytes{8}})), 2 - 1 + 5);
  EXPECT_EQ(Steps(All("binary:segment=40", {8, 5, 23, Bytes{8}})), 3 - 1 + 5);
}

// The root's children are all numbers below 27 with exactly one nonzero digit in base 3. All
// children get a segment before any child gets the next.
TEST(BcastKnomial, HasRadixK) {
  const auto all = All("knomial:k=3:segment=40", {27, 0, 10, Bytes{8}});
  EXPECT_THAT(Peers(all[0]), ElementsAre(9, 18, 3, 6, 1, 2, 9, 18, 3, 6, 1, 2));
  EXPECT_EQ(all[0].rounds(), 2u);
  EXPECT_EQ(Steps(all), 3 - 1 + 2);
  EXPECT_EQ(Steps(All("knomial:k=2:segment=80", {27, 0, 10, Bytes{8}})), 4);  // 15 is 1111
}

// lg p rounds of the scatter, in which the root sends 1/2, 1/4, ... of the message, and p-1 of the
// ring, in which each rank sends 1/p: 2(p-1)/p of the message at the root.
TEST(BcastScatterRingAllgather, SendsWhatIsPublished) {
  const auto all = All("scatter_ring_allgather", {8, 0, 80});
  EXPECT_EQ(all[0].rounds(), 3u + 7u);
  EXPECT_EQ(Sent(all[0]), (Traffic{3 + 7, 2 * 70}));
  EXPECT_EQ(Sent(all[4]), (Traffic{2 + 7, 30 + 70}));
  EXPECT_EQ(Sent(all[7]), (Traffic{7, 70}));
  EXPECT_EQ(Received(all[7]), (Traffic{1 + 7, 10 + 70}));
  EXPECT_EQ(Steps(all), 3 + 7);
}

TEST(BcastScatterRecursiveDoublingAllgather, SendsWhatIsPublished) {
  const auto all = All("scatter_recursive_doubling_allgather", {8, 0, 80});
  EXPECT_EQ(all[0].rounds(), 3u + 3u);
  EXPECT_EQ(Sent(all[0]), (Traffic{3 + 3, 2 * 70}));
  EXPECT_EQ(Sent(all[7]), (Traffic{3, 70}));
  EXPECT_EQ(Steps(all), 2 * 3);
}

// 11 ranks from root 4 on: the last three, 1, 2 and 3, get the whole message from 4, 5 and 6.
TEST(BcastScatterRecursiveDoublingAllgather, FoldsRanksBeyondAPowerOfTwo) {
  const auto all = All("scatter_recursive_doubling_allgather", {11, 4, 80});
  for (const Rank folded : {1, 2, 3}) {
    const Schedule& schedule = all[static_cast<std::size_t>(folded)];
    EXPECT_THAT(Peers(schedule), ElementsAre(folded + 3));
    EXPECT_EQ(Received(schedule), (Traffic{1, 80}));
  }
  EXPECT_EQ(Sent(all[4]), (Traffic{3 + 3 + 1, 2 * 70 + 80}));
  EXPECT_EQ(Steps(all), 2 * 3 + 1);
}

TEST(BcastByScatter, SendsNoEmptyParts) {
  for (const auto name : {"scatter_ring_allgather", "scatter_recursive_doubling_allgather"}) {
    for (const Schedule& schedule : All(name, {8, 1, 3})) {
      for (const Message& m : schedule.messages()) EXPECT_GT(m.block.count, 0) << name;
    }
  }
}

// The root sends the message once, in halves to the roots of the two trees, and no other rank sends
// more than it receives: full bandwidth.
TEST(BcastDoubleTree, SendsNoMoreThanItReceives) {
  for (const int ranks : {2, 3, 8, 13, 32, 33}) {
    const Shape shape{ranks, ranks / 2, 100, Bytes{8}};
    for (const Schedule& schedule : All("double_tree:segment=80", shape)) {
      EXPECT_LE(Sent(schedule).elements, shape.elements) << ranks << " ranks";
    }
  }
  const auto all = All("double_tree:segment=80", {14, 0, 100, Bytes{8}});
  EXPECT_EQ(Sent(all[0]), (Traffic{10, 100}));
  EXPECT_EQ(all[0].rounds(), 5u);  // five of ten segments down each tree, at the same time
}

// Each half has n/2 segments. The last of them leaves the root at step n/2. It reaches the bottom
// of trees of height h = ceil(lg p) h-1 steps later.
TEST(BcastDoubleTree, TreesDoNotDelayEachOther) {
  EXPECT_EQ(Steps(All("double_tree:segment=80", {8, 0, 100, Bytes{8}})), 5 + 3 - 1);
  EXPECT_EQ(Steps(All("double_tree:segment=80", {32, 7, 100, Bytes{8}})), 5 + 5 - 1);
  EXPECT_EQ(Steps(All("double_tree:segment=80", {33, 0, 100, Bytes{8}})), 5 + 6 - 1);
}

// Two sites of four ranks. The root sends each rank of its site a quarter, and only then its own
// quarter to the other site. Each rank sends its own quarter to the other site, and receives the
// other three within its site.
TEST(BcastTwoLevelLanes, EachRankSendsAPartToTheOtherSite) {
  const auto places = TestingPlacesForAll();
  const Shape shape{.ranks = 8, .root = 1, .elements = 8, .places = places.get()};
  const auto all = All("two_level_lanes", shape);
  ASSERT_GT(all[1].rounds(), 4u);
  constexpr auto kSend = Message::Side::kSend;
  EXPECT_THAT(all[1].round(0).messages, ElementsAre(Message{kSend, 2, Output(4, 2)}));
  EXPECT_THAT(all[1].round(1).messages, ElementsAre(Message{kSend, 3, Output(6, 2)}));
  EXPECT_THAT(all[1].round(2).messages, ElementsAre(Message{kSend, 0, Output(0, 2)}));
  EXPECT_THAT(all[1].round(3).messages, ElementsAre(Message{kSend, 5, Output(2, 2)}));
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    const auto& mine = all[static_cast<std::size_t>(rank)];
    EXPECT_EQ(Received(mine), rank == shape.root ? (Traffic{3, 6}) : (Traffic{4, 8})) << rank;
  }
}

// Each rank sends the message once at most: so no port is busy for longer than the message takes.
// One rank of each site but the last sends it to the next site, and to no other rank: near messages
// would take the port.
TEST(BcastTwoLevelDoubleTree, EachRankSendsTheMessageOnceAtMost) {
  for (const int ranks : {5, 8, 9, 12, 33}) {
    const auto places = TestingSites(ranks, 4);
    const Shape shape{
        .ranks = ranks, .root = 1, .elements = 40, .element = Bytes{8}, .places = places.get()};
    const auto all = All("two_level_double_tree:segment=40", shape);
    std::int64_t crossing = 0;
    for (Rank rank = 0; rank < ranks; ++rank) {
      const Schedule& mine = all[static_cast<std::size_t>(rank)];
      EXPECT_EQ(Received(mine).elements, rank == shape.root ? 0 : 40) << rank << " of " << ranks;
      EXPECT_LE(Sent(mine).elements, 40) << rank << " of " << ranks;
      EXPECT_EQ(mine.is_paced(), rank == shape.root) << rank << " of " << ranks;
      std::set<Rank> receivers;
      std::int64_t far = 0;
      for (const Message& message : mine.messages()) {
        if (message.side != Message::Side::kSend) continue;
        receivers.insert(message.peer);
        far +=
            places->At(places->HostOf(rank)).site == places->At(places->HostOf(message.peer)).site
                ? 0
                : message.block.count;
      }
      EXPECT_TRUE(far == 0 || receivers.size() == 1) << rank << " of " << ranks;
      crossing += far;
    }
    EXPECT_EQ(crossing, 40 * (places->sites() - 1)) << ranks;
  }
}

// 4 MiB in 512 segments, each received and sent.
TEST(BcastChainPipelined, IsSmallInMemory) {
  const Choice choice = ParseChoice(Collective::kBcast, "chain_pipelined:segment=8K");
  const Shape shape{.ranks = 16, .elements = 4 << 20};
  const Schedule schedule = choice.algorithm->build(shape, 7, choice.parameters);
  EXPECT_EQ(schedule.messages().size(), 1024u);
  EXPECT_LT(schedule.memory(), Bytes{64 << 10});
}

}  // namespace
}  // namespace colltune
