// The schedules of scatter, gather and their vector forms are what the literature draws.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "algorithms/registry.h"
#include "tests/algorithms/schedule_testing.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::ElementsAre;

constexpr auto kReceive = Message::Side::kReceive;
constexpr auto kSend = Message::Side::kSend;

std::vector<Schedule> Scatter(std::string_view choice, int ranks, Rank root = 0) {
  return BuildAll(ParseChoice(Collective::kScatter, choice), {ranks, root});
}

std::vector<Schedule> Gather(std::string_view choice, int ranks, Rank root = 0) {
  return BuildAll(ParseChoice(Collective::kGather, choice), {ranks, root});
}

std::vector<Message> Messages(const Schedule& schedule) {
  return {schedule.messages().begin(), schedule.messages().end()};
}

int Copies(const Schedule& schedule) {
  int copies = 0;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    copies += static_cast<int>(schedule.round(i).steps.size());
  }
  return copies;
}

// The root of 8 sends 4, 2 and 1 blocks: lg p messages and p-1 blocks.
TEST(ScatterBinomial, HalvesWhatIsLeft) {
  const auto all = Scatter("binomial", 8);
  EXPECT_THAT(Messages(all[0]),
              ElementsAre(Message{kSend, 4, Input(4, 4)}, Message{kSend, 2, Input(2, 2)},
                          Message{kSend, 1, Input(1, 1)}));
  EXPECT_THAT(Messages(all[4]),
              ElementsAre(Message{kReceive, 0, Scratch(0, 4)}, Message{kSend, 6, Scratch(2, 2)},
                          Message{kSend, 5, Scratch(1, 1)}));
  EXPECT_THAT(Messages(all[7]), ElementsAre(Message{kReceive, 6, Output(0, 1)}));
  EXPECT_EQ(Steps(all), 3);
}

TEST(GatherBinomial, DoublesWhatIsThere) {
  const auto all = Gather("binomial", 8);
  EXPECT_THAT(Messages(all[0]),
              ElementsAre(Message{kReceive, 1, Output(1, 1)}, Message{kReceive, 2, Output(2, 2)},
                          Message{kReceive, 4, Output(4, 4)}));
  EXPECT_THAT(Messages(all[4]),
              ElementsAre(Message{kReceive, 5, Scratch(1, 1)}, Message{kReceive, 6, Scratch(2, 2)},
                          Message{kSend, 0, Scratch(0, 4)}));
  EXPECT_THAT(Messages(all[7]), ElementsAre(Message{kSend, 6, Input(0, 1)}));
  EXPECT_EQ(Steps(all), 3);
}

// Below root 6 of 8, rank 2 has the blocks of 2 .. 5, and rank 0 those of 0 and 1, neither of which
// wraps; below root 5, rank 1 has those of 1 .. 4, and rank 7 those of 7 and 0, in two parts.
TEST(ScatterBinomial, SplitsOnlyWhatWraps) {
  EXPECT_THAT(Messages(Scatter("binomial", 8, 6)[6]),
              ElementsAre(Message{kSend, 2, Input(2, 4)}, Message{kSend, 0, Input(0, 2)},
                          Message{kSend, 7, Input(7, 1)}));
  const auto all = Scatter("binomial", 8, 5);
  EXPECT_THAT(Peers(all[5]), ElementsAre(1, 7, 6));
  const std::span<const Message> messages = all[5].messages();
  EXPECT_THAT(all[5].PartsOf(messages[0]), ElementsAre(Input(1, 4)));
  EXPECT_THAT(all[5].PartsOf(messages[1]), ElementsAre(Input(7, 1), Input(0, 1)));
  EXPECT_THAT(all[5].PartsOf(messages[2]), ElementsAre(Input(6, 1)));
  EXPECT_THAT(Messages(all[7]),
              ElementsAre(Message{kReceive, 5, Scratch(0, 2)}, Message{kSend, 0, Scratch(1, 1)}));
}

TEST(ScatterKnomial, SendsKMinus1MessagesInARound) {
  const auto all = Scatter("knomial:k=3", 9);
  ASSERT_EQ(all[0].rounds(), 3u);  // the last copies the root's own block
  EXPECT_THAT(all[0].round(0).messages,
              ElementsAre(Message{kSend, 3, Input(3, 3)}, Message{kSend, 6, Input(6, 3)}));
  EXPECT_THAT(all[0].round(1).messages,
              ElementsAre(Message{kSend, 1, Input(1, 1)}, Message{kSend, 2, Input(2, 1)}));
  EXPECT_EQ(Steps(all), 2);
  EXPECT_EQ(Steps(Scatter("knomial:k=4", 64)), 3);
  EXPECT_EQ(Steps(Gather("knomial:k=8", 64)), 2);
}

// 1 + 2 + ... + (p-1) blocks in p-1 messages, also where the blocks that root 2 sends on wrap
// around.
TEST(ScatterChain, PassesOnAllButItsOwn) {
  for (const Rank root : {0, 2}) {
    Traffic traffic;
    for (const Schedule& schedule : Scatter("chain", 6, root)) {
      traffic.messages += Sent(schedule).messages;
      traffic.elements += Sent(schedule).elements;
    }
    EXPECT_EQ(traffic, (Traffic{5, 15}));
  }
  EXPECT_EQ(Steps(Scatter("chain", 6)), 5);
}

// The same messages in the opposite order and direction.
TEST(GatherTrees, MirrorThoseOfScatter) {
  for (const auto tree : {"chain", "binomial", "knomial:k=3"}) {
    for (const Rank root : {0, 4}) {
      const auto down = Scatter(tree, 11, root);
      const auto up = Gather(tree, 11, root);
      for (std::size_t rank = 0; rank < up.size(); ++rank) {
        EXPECT_EQ(Sent(down[rank]), Received(up[rank])) << tree << ", rank " << rank;
        EXPECT_EQ(Received(down[rank]), Sent(up[rank])) << tree << ", rank " << rank;
        EXPECT_EQ(Copies(down[rank]), Copies(up[rank])) << tree << ", rank " << rank;
        std::vector<Rank> backwards = Peers(down[rank]);
        std::ranges::reverse(backwards);
        EXPECT_EQ(Peers(up[rank]), backwards) << tree << ", rank " << rank;
      }
      EXPECT_EQ(Steps(down), Steps(up));
    }
  }
}

// A rank copies at most its own block, and only if it also has blocks of other ranks.
TEST(Trees, CopyOneBlockAtMost) {
  for (const auto tree : {"chain", "binomial", "knomial"}) {
    const auto all = Scatter(tree, 16, 3);
    EXPECT_EQ(Copies(all[3]), 1) << tree;
    EXPECT_EQ(all[3].scratch(), 0) << tree;
    EXPECT_EQ(Copies(all[2]), 0) << tree;  // the last from the root, a leaf
    EXPECT_EQ(all[2].scratch(), 0) << tree;
    EXPECT_EQ(Copies(all[4]), all[4].scratch() > 0 ? 1 : 0) << tree;
  }
}

TEST(Flat, RootServesRanksInTurnOrTogether) {
  EXPECT_THAT(Messages(Scatter("flat", 4, 2)[2]),
              ElementsAre(Message{kSend, 3, Input(3, 1)}, Message{kSend, 0, Input(0, 1)},
                          Message{kSend, 1, Input(1, 1)}));
  EXPECT_THAT(Messages(Gather("flat", 4, 2)[2]),
              ElementsAre(Message{kReceive, 3, Output(3, 1)}, Message{kReceive, 0, Output(0, 1)},
                          Message{kReceive, 1, Output(1, 1)}));
  EXPECT_EQ(Steps(Scatter("flat", 9)), 8);
  EXPECT_EQ(Steps(Gather("flat", 9)), 8);
  EXPECT_EQ(Steps(Scatter("flat_nonblocking", 9)), 1);
  EXPECT_EQ(Steps(Gather("flat_nonblocking", 9)), 1);
}

// The order of MPICH's MPIR_Scatterv_allcomm_linear; flat begins after the root.
TEST(ScatterFlatNonblocking, SendsByRank) {
  EXPECT_THAT(Messages(Scatter("flat_nonblocking", 4, 2)[2]),
              ElementsAre(Message{kSend, 0, Input(0, 1)}, Message{kSend, 1, Input(1, 1)},
                          Message{kSend, 3, Input(3, 1)}));
}

// Open MPI's linear_sync: the receive of a block is posted when the root asks for it.
TEST(GatherFlatSynchronised, AsksForEachBlock) {
  const auto all = Gather("flat_synchronised", 3, 1);
  EXPECT_THAT(Messages(all[1]),
              ElementsAre(Message{kReceive, 2, Output(2, 1)}, Message{kSend, 2, kNothing},
                          Message{kReceive, 0, Output(0, 1)}, Message{kSend, 0, kNothing}));
  ASSERT_EQ(all[0].rounds(), 2u);
  EXPECT_THAT(all[0].round(0).messages, ElementsAre(Message{kReceive, 1, kNothing}));
  EXPECT_THAT(all[0].round(1).messages, ElementsAre(Message{kSend, 1, Input(0, 1)}));
}

TEST(ScattervFlatSynchronised, IsAskedForEachBlock) {
  const auto all = BuildAll(ParseChoice(Collective::kScatterv, "flat_synchronised"), {3, 1});
  ASSERT_EQ(all[1].rounds(), 5u);  // the last copies the root's own block
  EXPECT_THAT(all[1].round(0).messages, ElementsAre(Message{kReceive, 2, kNothing}));
  EXPECT_THAT(all[1].round(1).messages, ElementsAre(Message{kSend, 2, Input(2, 1)}));
  ASSERT_EQ(all[0].rounds(), 1u);
  EXPECT_THAT(all[0].round(0).messages,
              ElementsAre(Message{kReceive, 1, Output(0, 1)}, Message{kSend, 1, kNothing}));
}

std::vector<Rank> Receivers(const Places& places, Bytes block) {
  const Shape shape{.ranks = places.ranks(), .element = block, .places = &places};
  const auto all = BuildAll(ParseChoice(Collective::kScatterv, "far_first"), shape);
  std::vector<Rank> ranks;
  for (const Message& message : all[0].messages()) ranks.push_back(message.peer);
  EXPECT_THAT(Messages(all[1]), ElementsAre(Message{kReceive, 0, Output(0, 1)}));
  return ranks;
}

// 12 ranks on 4 hosts, every other of them slow; half of the ranks are 10 ms away. The order: the
// slow far host, the other far host, the slow near host, the root's own host.
TEST(ScattervFarFirst, StartsWithTheLongestWay) {
  const auto places = TestingPlaces(12);
  for (const Bytes block : {Bytes{8}, Bytes{1 << 20}}) {
    EXPECT_THAT(Receivers(*places, block), ElementsAre(9, 10, 11, 6, 7, 8, 3, 4, 5, 1, 2));
  }
}

// The last of nine ranks is the only slow one: its block takes 55 us more, which is three turns. Up
// to four near ranks might go first; two do, where the link takes less than the ranks.
TEST(ScattervFarFirst, HasNearOnesBeforeWhereTheFarAreInTime) {
  const auto places = TestingPlacesOfOneSlow(9);
  EXPECT_THAT(Receivers(*places, Bytes{0}), ElementsAre(6, 7, 8, 1, 2, 3, 4, 5));
  EXPECT_THAT(Receivers(*places, Bytes{1 << 20}), ElementsAre(8, 1, 2, 3, 4, 5, 6, 7));
}

// Hosts of 3 ranks, 0..2 and 3..5. The lanes of root 1 are those of 1, 0, 2, with 3, 4, 5.
TEST(ScatterTwoLevelLanes, GivesEachRankOfTheRootsHostALane) {
  const auto places = TestingPlaces(6);
  const auto all = BuildAll(ParseChoice(Collective::kScatter, "two_level_lanes"),
                            {.ranks = 6, .root = 1, .places = places.get()});
  EXPECT_THAT(Messages(all[1]),
              ElementsAre(Message{kSend, 2, Scratch(4, 2)}, Message{kSend, 0, Scratch(2, 2)},
                          Message{kSend, 3, Scratch(1, 1)}));
  EXPECT_THAT(Messages(all[0]),
              ElementsAre(Message{kReceive, 1, Scratch(0, 2)}, Message{kSend, 4, Scratch(1, 1)}));
  EXPECT_THAT(Messages(all[4]), ElementsAre(Message{kReceive, 0, Scratch(0, 1)}));
}

TEST(GatherTwoLevelLanes, CollectsEachLaneAtTheRootsHost) {
  const auto places = TestingPlaces(6);
  const auto all = BuildAll(ParseChoice(Collective::kGather, "two_level_lanes"),
                            {.ranks = 6, .root = 1, .places = places.get()});
  EXPECT_THAT(Messages(all[1]),
              ElementsAre(Message{kReceive, 3, Scratch(1, 1)}, Message{kReceive, 0, Scratch(2, 2)},
                          Message{kReceive, 2, Scratch(4, 2)}));
  EXPECT_THAT(Messages(all[0]),
              ElementsAre(Message{kReceive, 4, Scratch(1, 1)}, Message{kSend, 1, Scratch(0, 2)}));
  EXPECT_THAT(Messages(all[4]), ElementsAre(Message{kSend, 0, Scratch(0, 1)}));
}

TEST(GatherFlatInTurn, TellsTheNextButOne) {
  const auto all = Gather("flat_in_turn:outstanding=2", 5, 1);
  ASSERT_EQ(all[1].rounds(), 1u);
  EXPECT_THAT(all[1].round(0).messages,
              ElementsAre(Message{kReceive, 2, Output(2, 1)}, Message{kReceive, 3, Output(3, 1)},
                          Message{kReceive, 4, Output(4, 1)}, Message{kReceive, 0, Output(0, 1)}));
  ASSERT_EQ(all[2].rounds(), 2u);
  EXPECT_THAT(Messages(all[2]),
              ElementsAre(Message{kSend, 1, Input(0, 1)}, Message{kSend, 4, kNothing}));
  ASSERT_EQ(all[4].rounds(), 2u);
  EXPECT_THAT(Messages(all[4]),
              ElementsAre(Message{kReceive, 2, kNothing}, Message{kSend, 1, Input(0, 1)}));
}

// The vector forms are the same schedules: all blocks are single elements.
TEST(VectorForms, ShareTheirSchedules) {
  for (const auto name : {"flat", "flat_nonblocking"}) {
    EXPECT_EQ(BuildAll(ParseChoice(Collective::kScatterv, name), {5, 3}), Scatter(name, 5, 3));
  }
  for (const auto name : {"flat", "flat_nonblocking", "flat_synchronised"}) {
    EXPECT_EQ(BuildAll(ParseChoice(Collective::kGatherv, name), {5, 3}), Gather(name, 5, 3));
  }
}

}  // namespace
}  // namespace colltune
