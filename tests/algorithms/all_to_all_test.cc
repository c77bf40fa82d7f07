// The schedules of allgather and all-to-all are what the literature draws and counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::Each;
using testing::ElementsAre;
using Side = Message::Side;

std::vector<Schedule> Schedules(Collective collective, const std::string& choice,
                                const Shape& shape) {
  const Choice parsed = ParseChoice(collective, choice);
  EXPECT_EQ(Declines(parsed, shape), "");
  return BuildAll(parsed, shape);
}

std::vector<Schedule> Allgather(const std::string& choice, int ranks) {
  return Schedules(Collective::kAllgather, choice, {ranks, 0, 1});
}

std::vector<Schedule> Alltoall(const std::string& choice, int ranks, bool in_place = false) {
  return Schedules(Collective::kAlltoall, choice, {.ranks = ranks, .in_place = in_place});
}

std::vector<Message> Of(Side side, std::span<const Message> messages) {
  std::vector<Message> of_side;
  for (const Message& m : messages) {
    if (m.side == side) of_side.push_back(m);
  }
  return of_side;
}

std::vector<Rank> Peers(Side side, std::span<const Message> messages) {
  std::vector<Rank> peers;
  for (const Message& m : Of(side, messages)) peers.push_back(m.peer);
  return peers;
}

std::vector<Rank> Destinations(const Schedule& s) { return Peers(Side::kSend, s.messages()); }
std::vector<Rank> Sources(const Schedule& s) { return Peers(Side::kReceive, s.messages()); }

/// The first block of each message of one side.
std::vector<std::int64_t> Blocks(Side side, const Schedule& schedule) {
  std::vector<std::int64_t> blocks;
  for (const Message& m : Of(side, schedule.messages())) blocks.push_back(m.block.first);
  return blocks;
}

/// The number of blocks in each sent message.
std::vector<std::int64_t> Sent(const Schedule& schedule) {
  std::vector<std::int64_t> counts;
  for (const Message& m : Of(Side::kSend, schedule.messages())) counts.push_back(m.block.count);
  return counts;
}

std::int64_t Sum(const std::vector<std::int64_t>& counts) {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) sum += count;
  return sum;
}

/// The number of messages sent in each round that sends any.
std::vector<std::size_t> SendsInRounds(const Schedule& schedule) {
  std::vector<std::size_t> sends;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const auto messages = schedule.round(i).messages;
    if (!messages.empty()) sends.push_back(Of(Side::kSend, messages).size());
  }
  return sends;
}

std::size_t Rounds(const Schedule& schedule) { return SendsInRounds(schedule).size(); }

// No rank needs to get more than the p-1 blocks that it lacks.
TEST(Allgather, SendsNoBlockTwiceToARank) {
  for (const std::string name : {"flat", "ring", "recursive_doubling", "bruck", "bruck:k=3",
                                 "bruck:k=4", "neighbor_exchange", "sparbit"}) {
    for (const Schedule& schedule : Allgather(name, 16)) {
      EXPECT_EQ(Sum(Sent(schedule)), 15) << name;
      EXPECT_EQ(Of(Side::kReceive, schedule.messages()).size(),
                Of(Side::kSend, schedule.messages()).size())
          << name;
    }
  }
}

TEST(Allgather, HasThePublishedNumberOfRounds) {
  const std::vector<std::tuple<std::string, int, std::size_t>> published = {
      {"flat", 13, 1},      {"ring", 13, 12},     {"recursive_doubling", 16, 4},
      {"bruck:k=2", 13, 4}, {"bruck:k=2", 16, 4}, {"bruck:k=2", 17, 5},
      {"bruck:k=3", 27, 3}, {"bruck:k=3", 28, 4}, {"bruck:k=4", 16, 2},
      {"bruck:k=8", 8, 1},  {"bruck:k=8", 9, 2},  {"neighbor_exchange", 12, 6},
      {"sparbit", 13, 4},   {"sparbit", 16, 4},   {"sparbit", 17, 5},
  };
  for (const auto& [name, ranks, rounds] : published) {
    for (const Schedule& schedule : Allgather(name, ranks)) {
      EXPECT_EQ(Rounds(schedule), rounds) << name << " of " << ranks;
    }
  }
}

TEST(AllgatherRing, PassesOnWhatCameLast) {
  const auto all = Allgather("ring", 5);
  EXPECT_THAT(Destinations(all[1]), Each(2));
  EXPECT_THAT(Sources(all[1]), Each(0));
  EXPECT_THAT(Blocks(Side::kSend, all[1]), ElementsAre(1, 0, 4, 3));
  EXPECT_THAT(Blocks(Side::kReceive, all[1]), ElementsAre(0, 4, 3, 2));
}

TEST(AllgatherRecursiveDoubling, DoublesDistanceAndVolume) {
  const auto all = Allgather("recursive_doubling", 8);
  EXPECT_THAT(Destinations(all[5]), ElementsAre(4, 7, 1));
  EXPECT_THAT(Sources(all[5]), ElementsAre(4, 7, 1));
  EXPECT_THAT(Sent(all[5]), ElementsAre(1, 2, 4));
  EXPECT_EQ(Declines(ParseChoice(Collective::kAllgather, "recursive_doubling"), {6, 0, 1}),
            "needs a power of two of ranks");
}

// Six processes, as Thakur, Rabenseifner & Gropp 2005 draw it: the last round brings the two
// missing blocks rather than four.
TEST(AllgatherBruck, IsThePublishedExchangeOfSixRanks) {
  const auto all = Allgather("bruck", 6);
  EXPECT_THAT(Destinations(all[0]), ElementsAre(5, 4, 2));
  EXPECT_THAT(Sources(all[0]), ElementsAre(1, 2, 4));
  EXPECT_THAT(Sent(all[0]), ElementsAre(1, 2, 2));
  EXPECT_EQ(all[0].scratch(), 6);
}

TEST(AllgatherBruck, SendsToFewerThanKRanksInARound) {
  const auto all = Allgather("bruck:k=4", 11);
  EXPECT_THAT(SendsInRounds(all[10]), ElementsAre(3, 2));
  EXPECT_THAT(Destinations(all[10]), ElementsAre(9, 8, 7, 6, 2));
  EXPECT_THAT(Sent(all[10]), ElementsAre(1, 1, 1, 4, 3));
}

/// The blocks that `rank` holds after each round with messages.
std::vector<std::set<std::int64_t>> Collected(const Schedule& schedule, Rank rank) {
  std::vector<std::set<std::int64_t>> after;
  std::set<std::int64_t> have = {rank};
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const auto messages = schedule.round(i).messages;
    if (messages.empty()) continue;
    for (const Message& m : Of(Side::kReceive, messages)) {
      for (std::int64_t e = 0; e < m.block.count; ++e) have.insert(m.block.first + e);
    }
    after.push_back(have);
  }
  return after;
}

// The drawing of six ranks in Open MPI's coll_base_allgather.c.
TEST(AllgatherNeighborExchange, IsTheDrawnExchangeOfSixRanks) {
  const auto all = Allgather("neighbor_exchange", 6);
  using Set = std::set<std::int64_t>;
  const Set whole = {0, 1, 2, 3, 4, 5};
  EXPECT_THAT(Collected(all[0], 0), ElementsAre(Set{0, 1}, Set{0, 1, 4, 5}, whole));
  EXPECT_THAT(Collected(all[1], 1), ElementsAre(Set{0, 1}, Set{0, 1, 2, 3}, whole));
  EXPECT_THAT(Collected(all[2], 2), ElementsAre(Set{2, 3}, Set{0, 1, 2, 3}, whole));
  EXPECT_THAT(Collected(all[3], 3), ElementsAre(Set{2, 3}, Set{2, 3, 4, 5}, whole));
  EXPECT_THAT(Collected(all[4], 4), ElementsAre(Set{4, 5}, Set{2, 3, 4, 5}, whole));
  EXPECT_THAT(Collected(all[5], 5), ElementsAre(Set{4, 5}, Set{0, 1, 4, 5}, whole));
  EXPECT_THAT(Destinations(all[2]), ElementsAre(3, 1, 3));
  EXPECT_EQ(Declines(ParseChoice(Collective::kAllgather, "neighbor_exchange"), {5, 0, 1}),
            "needs an even number of ranks");
}

// Six processes, as Open MPI's coll_base_allgather.c draws it: the second round leaves out the
// block that the first one brought.
TEST(AllgatherSparbit, HalvesDistancesAndSendsEveryOtherBlock) {
  const auto all = Allgather("sparbit", 6);
  using Set = std::set<std::int64_t>;
  EXPECT_THAT(Destinations(all[0]), ElementsAre(4, 2, 1));
  EXPECT_THAT(Sources(all[0]), ElementsAre(2, 4, 5));
  for (const Schedule& schedule : all) EXPECT_THAT(Sent(schedule), ElementsAre(1, 1, 3));
  Set last;
  for (const Block& part : all[5].PartsOf(Of(Side::kSend, all[5].messages()).back())) {
    for (std::int64_t i = 0; i < part.count; ++i) last.insert(part.first + i);
  }
  EXPECT_EQ(last, (Set{1, 3, 5}));
}

TEST(Allgatherv, DiffersFromAllgatherInBrucksScratchOnly) {
  for (const std::string name : {"flat", "ring", "neighbor_exchange", "sparbit"}) {
    EXPECT_EQ(Schedules(Collective::kAllgatherv, name, {6, 0, 1}), Allgather(name, 6)) << name;
  }
  const auto bruck = Schedules(Collective::kAllgatherv, "bruck", {6, 0, 1});
  const auto equal = Allgather("bruck", 6);
  EXPECT_EQ(bruck[0], equal[0]);
  EXPECT_EQ(bruck[4].messages()[0].block, Scratch(5, 1));
  EXPECT_EQ(equal[4].messages()[0].block, Scratch(1, 1));
}

TEST(AlltoallFlat, SendsAllAtOnceUpwardsFromItself) {
  const auto all = Alltoall("flat", 5);
  EXPECT_THAT(SendsInRounds(all[3]), ElementsAre(4));
  EXPECT_THAT(SendsInRounds(Alltoall("flat", 40)[3]), ElementsAre(39));
  EXPECT_THAT(SendsInRounds(Alltoall("flat", 40, true)[3]), ElementsAre(39));
  EXPECT_THAT(Destinations(all[3]), ElementsAre(4, 0, 1, 2));
  EXPECT_THAT(Sources(all[3]), ElementsAre(2, 1, 0, 4));
  EXPECT_EQ(all[3].scratch(), 0);
  EXPECT_EQ(all[3].round(0).steps.size(), 1u);  // its own block
}

TEST(AlltoallFlatBounded, HasNoMoreMessagesInFlightThanAllowed) {
  EXPECT_THAT(SendsInRounds(Alltoall("flat_bounded:outstanding=4", 10)[7]), ElementsAre(4, 4, 1));
  EXPECT_THAT(SendsInRounds(Alltoall("flat_bounded:outstanding=1", 4)[0]), ElementsAre(1, 1, 1));
  EXPECT_THAT(SendsInRounds(Alltoall("flat_bounded:outstanding=32", 10)[0]), ElementsAre(9));
  for (const bool in_place : {false, true}) {
    for (const Schedule& schedule : Alltoall("flat_bounded:outstanding=4", 11, in_place)) {
      EXPECT_THAT(SendsInRounds(schedule), Each(testing::Le(4u)));
      EXPECT_EQ(Rounds(schedule), 3u);  // ceil(10/4), in place ceil(11/4)
    }
  }
}

TEST(AlltoallFlatBounded, FloodsNoRank) {
  // With one message at a time the i-th sends of all ranks go to different ranks.
  const auto all = Alltoall("flat_bounded:outstanding=1", 7);
  for (std::size_t i = 0; i < 6; ++i) {
    std::set<Rank> destinations;
    for (const Schedule& schedule : all) destinations.insert(Destinations(schedule)[i]);
    EXPECT_EQ(destinations.size(), 7u);
  }
}

TEST(AlltoallPairwise, PairsByExclusiveOrWherePossible) {
  for (const bool in_place : {false, true}) {
    const auto all = Alltoall("pairwise", 8, in_place);
    EXPECT_THAT(Destinations(all[5]), ElementsAre(4, 7, 6, 1, 0, 3, 2));
    EXPECT_THAT(Sources(all[5]), ElementsAre(4, 7, 6, 1, 0, 3, 2));
    EXPECT_EQ(Rounds(all[5]), 7u);
  }
}

TEST(AlltoallPairwise, ElseGoesAroundOrInPlaceFindsMutualPartners) {
  const auto around = Alltoall("pairwise", 5);
  EXPECT_THAT(Destinations(around[1]), ElementsAre(2, 3, 4, 0));
  EXPECT_THAT(Sources(around[1]), ElementsAre(0, 4, 3, 2));
  // The numbers of partners add up to 0, 1, 3, 4 modulo 5; in the step of 2 rank 1 rests.
  const auto mutual = Alltoall("pairwise", 5, true);
  EXPECT_THAT(Destinations(mutual[1]), ElementsAre(4, 0, 2, 3));
  EXPECT_THAT(Sources(mutual[1]), ElementsAre(4, 0, 2, 3));
  EXPECT_EQ(Rounds(mutual[1]), 4u);
}

TEST(Alltoall, SendsABlockOnceUnlessItIsBrucks) {
  for (const std::string name : {"flat", "flat_bounded", "pairwise"}) {
    for (const bool in_place : {false, true}) {
      for (const Schedule& schedule : Alltoall(name, 12, in_place)) {
        EXPECT_THAT(Sent(schedule), testing::AllOf(testing::SizeIs(11), Each(1))) << name;
        const std::set<Rank> once = [&] {
          const auto peers = Destinations(schedule);
          return std::set<Rank>(peers.begin(), peers.end());
        }();
        EXPECT_EQ(once.size(), 11u) << name;
      }
    }
  }
}

TEST(AlltoallInPlace, ReceivesIntoScratch) {
  for (const std::string name : {"flat", "flat_bounded", "pairwise"}) {
    const auto all = Alltoall(name, 9, true);
    for (const Message& m : Of(Side::kReceive, all[2].messages())) {
      EXPECT_EQ(m.block, Scratch(m.peer, 1)) << name;
    }
    EXPECT_EQ(Alltoall(name, 9)[2].scratch(), 0) << name;
  }
}

// Half of the blocks move in each of lg p rounds.
TEST(AlltoallBruck, IsThePublishedIndexAlgorithm) {
  const auto all = Alltoall("bruck:k=2", 8);
  EXPECT_THAT(Destinations(all[6]), ElementsAre(7, 0, 2));
  EXPECT_THAT(Sources(all[6]), ElementsAre(5, 4, 2));
  EXPECT_THAT(Sent(all[6]), ElementsAre(4, 4, 4));
  EXPECT_THAT(SendsInRounds(all[6]), ElementsAre(1, 1, 1));
}

// 1..9 in base 3 are 001, 002, 010, .. 022, 100: three numbers have a 1 in the last place, three a
// 2, three a 1 and three a 2 in the middle, and one has a 1 in the first.
TEST(AlltoallBruck, SendsTheBlocksOfEachDigitTogether) {
  const auto all = Alltoall("bruck:k=3", 10);
  EXPECT_THAT(Destinations(all[0]), ElementsAre(1, 2, 3, 6, 9));
  EXPECT_THAT(Sent(all[0]), ElementsAre(3, 3, 3, 3, 1));
  EXPECT_THAT(SendsInRounds(all[0]), ElementsAre(2, 2, 1));
}

TEST(AlltoallBruck, WithARadixOfAllRanksSendsEachBlockDirectly) {
  const auto all = Alltoall("bruck:k=8", 8);
  EXPECT_THAT(SendsInRounds(all[3]), ElementsAre(7));
  EXPECT_THAT(Sent(all[3]), Each(1));
}

// Hosts of 3 ranks, 0..2 and 3..5. First the ranks of a host exchange the blocks of each lane. Then
// ranks 1 and 4, which are lane 1, exchange the blocks that they collected for each other's host.
TEST(AlltoallTwoLevelLanes, ExchangesWithinAndThenBetweenHosts) {
  const auto places = TestingPlaces(6);
  const auto all =
      Schedules(Collective::kAlltoall, "two_level_lanes", {.ranks = 6, .places = places.get()});
  EXPECT_THAT(Destinations(all[1]), ElementsAre(2, 0, 4));
  EXPECT_THAT(Sent(all[1]), ElementsAre(2, 2, 3));
  EXPECT_THAT(Sources(all[1]), ElementsAre(0, 2, 4));
}

// Between hosts: ceil(lg 2) rounds of one block. Within a host: ceil(lg 3) rounds of two blocks, or
// of those that are missing.
TEST(AllgatherTwoLevelLanes, SendsLittleBetweenHostsAndThenMoreWithin) {
  const auto places = TestingPlaces(6);
  for (const Collective collective : {Collective::kAllgather, Collective::kAllgatherv}) {
    const auto all = Schedules(collective, "two_level_lanes", {.ranks = 6, .places = places.get()});
    EXPECT_THAT(Destinations(all[1]), ElementsAre(4, 0, 2));
    EXPECT_THAT(Sent(all[1]), ElementsAre(1, 2, 2));
    EXPECT_EQ(all[1].scratch(), collective == Collective::kAllgather ? 6 : 0);
  }
}

TEST(AlltoallvAndW, HaveTheSchedulesOfAlltoall) {
  for (const Collective collective : {Collective::kAlltoallv, Collective::kAlltoallw}) {
    for (const std::string name : {"flat", "flat_bounded", "pairwise"}) {
      EXPECT_EQ(Schedules(collective, name, {7, 0, 1}), Alltoall(name, 7)) << name;
    }
  }
}

/// Choices of alltoallv and alltoallw that pass blocks on, and the like of alltoall. Blocks of up
/// to 100 bytes go in slots.
struct InSlots {
  std::string choice;
  std::string of_alltoall;
};
const InSlots kInSlots[] = {{"bruck:k=2:padded=100", "bruck:k=2"},
                            {"bruck:k=3:padded=100", "bruck:k=3"},
                            {"two_level_lanes:padded=100", "two_level_lanes"}};

TEST(AlltoallvAndW, PassBlocksOnAsAlltoallDoes) {
  const auto places = TestingPlacesForAll();
  for (const Collective collective : {Collective::kAlltoallv, Collective::kAlltoallw}) {
    for (const auto& [choice, of_alltoall] : kInSlots) {
      SCOPED_TRACE(choice);
      const Shape shape{.ranks = 8, .element = Bytes{100}, .places = places.get()};
      const auto all = Schedules(collective, choice, shape);
      const auto equal = Schedules(Collective::kAlltoall, of_alltoall, shape);
      for (std::size_t rank = 0; rank < 8; ++rank) {
        EXPECT_EQ(Destinations(all[rank]), Destinations(equal[rank]));
        EXPECT_EQ(Sources(all[rank]), Sources(equal[rank]));
        EXPECT_EQ(Sent(all[rank]), Sent(equal[rank]));
        EXPECT_EQ(all[rank].slots(), equal[rank].scratch());
        EXPECT_EQ(all[rank].scratch(), 0);
        for (const Message& message : all[rank].messages()) {
          EXPECT_EQ(message.block.buffer, Buffer::kSlots);
        }
      }
    }
  }
}

TEST(AlltoallvAndW, SendBlocksAboveTheLimitOnce) {
  const auto places = TestingPlacesForAll();
  for (const Collective collective : {Collective::kAlltoallv, Collective::kAlltoallw}) {
    for (const bool in_place : {false, true}) {
      const Shape shape{
          .ranks = 8, .element = Bytes{101}, .in_place = in_place, .places = places.get()};
      for (const auto& [choice, of_alltoall] : kInSlots) {
        EXPECT_EQ(Schedules(collective, choice, shape), Schedules(collective, "flat", shape))
            << choice;
      }
    }
  }
}

TEST(AllgatherGatherBcast, IsABinomialGatherAndABroadcastOfAllBlocks) {
  const auto all = Allgather("gather_bcast", 8);
  EXPECT_THAT(Sources(all[0]), ElementsAre(1, 2, 4));
  EXPECT_THAT(Sent(all[0]), ElementsAre(8, 8, 8));
  EXPECT_THAT(Sent(all[4]), ElementsAre(4, 8, 8));
  EXPECT_THAT(Sent(all[7]), ElementsAre(1));
}

}  // namespace
}  // namespace colltune
