// The schedules of the reductions follow the literature: number of rounds, destinations, elements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "algorithms/program.h"
#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::Each;
using testing::ElementsAre;

std::vector<Schedule> All(Collective collective, std::string_view choice, const Shape& shape) {
  return BuildAll(ParseChoice(collective, choice), shape);
}

/// Sums of the messages and steps of one rank.
struct Totals {
  std::vector<Rank> from, to;      // in order
  std::vector<std::int64_t> sent;  // elements, message by message
  std::int64_t received = 0, combined = 0, copied = 0;

  std::int64_t Sent() const {
    std::int64_t sum = 0;
    for (const std::int64_t count : sent) sum += count;
    return sum;
  }
};

Totals Count(const Schedule& schedule) {
  Totals totals;
  for (const Message& m : schedule.messages()) {
    if (m.side == Message::Side::kSend) {
      totals.to.push_back(m.peer);
      totals.sent.push_back(m.block.count);
    } else {
      totals.from.push_back(m.peer);
      totals.received += m.block.count;
    }
  }
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    for (const Step& step : schedule.round(i).steps) {
      (step.kind == Step::Kind::kCopy ? totals.copied : totals.combined) += step.from.count;
    }
  }
  return totals;
}

std::vector<std::size_t> Rounds(const std::vector<Schedule>& all) {
  std::vector<std::size_t> rounds;
  for (const Schedule& schedule : all) rounds.push_back(schedule.rounds());
  return rounds;
}

std::size_t Messages(const std::vector<Schedule>& all) {
  std::size_t sends = 0;
  for (const Schedule& schedule : all) sends += Count(schedule).to.size();
  return sends;
}

std::vector<std::int64_t> Copied(const std::vector<Schedule>& all) {
  std::vector<std::int64_t> copied;
  for (const Schedule& schedule : all) copied.push_back(Count(schedule).copied);
  return copied;
}

TEST(Reduce, FlatTakesOneRankARound) {
  const auto all = All(Collective::kReduce, "flat", {5, 2, 1});
  EXPECT_EQ(all[2].rounds(), 4u);
  EXPECT_THAT(Count(all[2]).from, ElementsAre(4, 3, 1, 0));
  EXPECT_THAT(Count(all[4]).to, ElementsAre(2));
}

// The broadcast of figure 1 of de Supinski & Karonis (HPDC 1999) backwards.
TEST(Reduce, BinomialIsTheBroadcastBackwards) {
  const auto all = All(Collective::kReduce, "binomial", {16, 0, 1});
  EXPECT_THAT(Count(all[0]).from, ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(Count(all[8]).from, ElementsAre(9, 10, 12));
  EXPECT_THAT(Count(all[8]).to, ElementsAre(0));
  EXPECT_EQ(all[0].rounds(), 4u);
  EXPECT_EQ(Messages(all), 15u);
}

TEST(Reduce, KnomialTakesALevelARound) {
  const auto all = All(Collective::kReduce, "knomial:k=3", {9, 0, 1});
  EXPECT_EQ(all[0].rounds(), 2u);  // log_3 9
  EXPECT_EQ(all[0].round(0).messages.size(), 2u);
  EXPECT_THAT(Count(all[0]).from, testing::UnorderedElementsAre(1, 2, 3, 6));
  EXPECT_THAT(Count(all[3]).from, testing::UnorderedElementsAre(4, 5));
  EXPECT_THAT(Count(all[5]).to, ElementsAre(3));
}

// 24 elements of one byte in segments of 4: 6 segments. The segment that is sent in a round is the
// one that was combined in the round before.
TEST(Reduce, ChainIsPipelined) {
  const auto all = All(Collective::kReduce, "chain:segment=4", {4, 0, 24});
  EXPECT_THAT(Rounds(all), ElementsAre(6, 7, 7, 6));
  EXPECT_THAT(Count(all[2]).sent, ElementsAre(4, 4, 4, 4, 4, 4));
  EXPECT_THAT(Count(all[2]).to, Each(1));
  EXPECT_THAT(Count(all[2]).from, Each(3));
  EXPECT_EQ(all[2].round(1).messages.size(), 2u);
  EXPECT_LE(all[2].scratch(), kSlotsInTurn * 4);
}

// The tree of 9 ranks that Open MPI draws for its in-order binary tree has the edges 8-7 8-3 7-6
// 7-5 5-4 3-2 3-1 1-0; rank r is 8-r here.
TEST(Reduce, BinaryIsTheInOrderTree) {
  const auto all = All(Collective::kReduce, "binary", {9, 0, 1});
  EXPECT_THAT(Count(all[0]).from, ElementsAre(5, 1));
  EXPECT_THAT(Count(all[1]).from, ElementsAre(3, 2));
  EXPECT_THAT(Count(all[3]).from, ElementsAre(4));
  EXPECT_THAT(Count(all[5]).from, ElementsAre(7, 6));
  EXPECT_THAT(Count(all[7]).from, ElementsAre(8));
  EXPECT_EQ(Messages(all), 8u);
}

TEST(Reduce, RankZeroStandsInForARootIfTheOrderMatters) {
  for (const char* name : {"chain", "binary", "binomial", "knomial"}) {
    const Shape commutative{8, 5, 1};
    Shape ordered = commutative;
    ordered.commutative = false;
    EXPECT_EQ(Messages(All(Collective::kReduce, name, commutative)), 7u) << name;
    const auto all = All(Collective::kReduce, name, ordered);
    EXPECT_EQ(Messages(all), 8u) << name;
    EXPECT_EQ(Count(all[0]).to, std::vector<Rank>{5}) << name;
    EXPECT_EQ(Count(all[5]).from.back(), 0) << name;
  }
}

// Rabenseifner (ICCS 2004): the halving of the reduce-scatter and the binomial gather each move
// (p-1)/p m; 2 lg p rounds.
TEST(Reduce, RabenseifnerHalvesThenGathers) {
  const auto all = All(Collective::kReduce, "rabenseifner", {8, 3, 800});
  EXPECT_THAT(Count(all[3]).to, ElementsAre(2, 1, 7));
  EXPECT_THAT(Count(all[3]).sent, ElementsAre(400, 200, 100));
  EXPECT_THAT(Count(all[3]).from, ElementsAre(2, 1, 7, 7, 1, 2));
  EXPECT_EQ(Count(all[3]).received, 2 * 700);
  EXPECT_EQ(all[3].rounds(), 6u);
  for (const Schedule& schedule : all) EXPECT_EQ(Count(schedule).combined, 700);
  EXPECT_EQ(Count(all[2]).sent, (std::vector<std::int64_t>{400, 200, 100, 400}));
}

TEST(Reduce, RabenseifnerNeverFoldsTheRootAway) {
  // Groups {0,1} {2,3} {4} {5}.
  const auto all = All(Collective::kReduce, "rabenseifner", {6, 3, 400});
  EXPECT_THAT(Count(all[2]).sent, ElementsAre(400));
  EXPECT_THAT(Count(all[2]).to, ElementsAre(3));
  EXPECT_EQ(Count(all[2]).received, 0);
  EXPECT_THAT(Count(all[1]).to, ElementsAre(0));
  EXPECT_EQ(Count(all[3]).from.front(), 2);
}

// The messages of the broadcast in the opposite order and direction. A rank waits for all children
// at once, unless their operands are too long to wait together.
TEST(Reduce, ModelTreeIsTheBroadcastBackwards) {
  const auto places = TestingPlaces(12);
  for (const auto& [elements, rounds] : {std::pair(8, 1U), {512 << 10, 3U}, {1 << 20, 6U}}) {
    Shape shape{12, 5, elements};
    shape.places = places.get();
    const auto down = All(Collective::kBcast, "model_tree:bytes=256", shape);
    const auto up = All(Collective::kReduce, "model_tree:bytes=256", shape);
    for (std::size_t rank = 0; rank < up.size(); ++rank) {
      std::vector<Rank> backwards = Count(down[rank]).to;
      std::ranges::reverse(backwards);
      EXPECT_EQ(Count(up[rank]).from, backwards) << "rank " << rank;
    }
    ASSERT_EQ(Count(down[5]).to.size(), 6U);
    EXPECT_EQ(up[5].rounds(), rounds) << elements;
  }
}

// Traeff (2024): n-1 + ceil(lg p) rounds, in which each rank but the root sends each segment once.
TEST(Reduce, CirculantSendsEachSegmentOnce) {
  for (const bool in_place : {false, true}) {
    Shape shape{11, 4, 100};
    shape.in_place = in_place;
    const auto all = All(Collective::kReduce, "circulant:segment=8", shape);  // 13 segments
    for (Rank rank = 0; rank < shape.ranks; ++rank) {
      const Totals totals = Count(all[static_cast<std::size_t>(rank)]);
      EXPECT_EQ(totals.Sent(), rank == shape.root ? 0 : 100) << rank;
      EXPECT_EQ(totals.combined, totals.received) << rank;
    }
    EXPECT_EQ(all[4].rounds(), 13u - 1 + 4);
    EXPECT_EQ(Messages(all), 10u * 13);
  }
}

// A segment's memory is used again when the segment is sent: a segment waits for less than two
// phases of ceil(lg p) rounds.
TEST(Reduce, CirculantNeedsMemoryForFewSegments) {
  for (const Schedule& schedule : All(Collective::kReduce, "circulant:segment=8",
                                      {.ranks = 100, .root = 3, .elements = 8000})) {
    EXPECT_LE(schedule.scratch(), 8 * (7 + 2));
  }
}

TEST(Reduce, OthersDoNotKnowWhetherTheRootIsInPlace) {
  const auto places = TestingPlaces(12);
  for (const Algorithm& algorithm : Algorithms(Collective::kReduce)) {
    for (const bool commutative : {true, false}) {
      Shape shape{12, 4, algorithm.divides ? 50 : 1};
      shape.commutative = commutative;
      shape.places = places.get();
      if (!Declines(StandardChoice(algorithm), shape).empty()) continue;
      const auto apart = BuildAll(StandardChoice(algorithm), shape);
      shape.in_place = true;
      const auto in_place = BuildAll(StandardChoice(algorithm), shape);
      for (const Rank rank : {0, 1, 3, 5, 10}) {
        EXPECT_TRUE(apart[static_cast<std::size_t>(rank)] ==
                    in_place[static_cast<std::size_t>(rank)])
            << algorithm.name << ", rank " << rank;
      }
    }
  }
}

// Two sites of four ranks; the root's lanes are those of 1, 0, 2, 3, which 4 to 7 belong to in that
// order. Four ranks have skips 4, 2, 1: of a vector of 8 a rank sends 4 elements two lanes on, then
// 2 to the next lane, and has the sum of 2. Rank 5 sends that to 0. The parts of lanes 2 and 3 go
// to the root together.
TEST(Reduce, TwoLevelLanesHavePartsOfTheSum) {
  const auto places = TestingPlacesForAll();
  const auto all = All(Collective::kReduce, "two_level_lanes",
                       {.ranks = 8, .root = 1, .elements = 8, .places = places.get()});
  EXPECT_THAT(Count(all[5]).to, ElementsAre(7, 6, 0));
  EXPECT_THAT(Count(all[5]).sent, ElementsAre(4, 2, 2));
  EXPECT_THAT(Count(all[0]).to, ElementsAre(3, 2, 1));
  EXPECT_THAT(Count(all[0]).from, ElementsAre(3, 1, 5));
  EXPECT_THAT(Count(all[0]).sent, ElementsAre(4, 2, 2));
  EXPECT_THAT(Count(all[2]).sent, ElementsAre(4, 2, 4));
  EXPECT_THAT(Count(all[1]).from, ElementsAre(2, 3, 4, 0, 2));
  EXPECT_EQ(Count(all[1]).received, 4 + 2 + 2 + 2 + 4);
}

/// Elements that each pair of ranks exchanges: the sender first.
std::map<std::pair<Rank, Rank>, std::int64_t> Flows(const std::vector<Schedule>& all) {
  std::map<std::pair<Rank, Rank>, std::int64_t> flows;
  for (Rank rank = 0; rank < static_cast<Rank>(all.size()); ++rank) {
    for (const Message& m : all[static_cast<std::size_t>(rank)].messages()) {
      if (m.side == Message::Side::kSend) flows[{rank, m.peer}] += m.block.count;
    }
  }
  return flows;
}

/// Expects that each pair of ranks exchanges as many elements as in the broadcast of this name, the
/// other way round; and that each rank sends the vector once, and combines what it receives.
void ExpectBroadcastBackwards(std::string_view choice, const Shape& shape) {
  const auto down = Flows(All(Collective::kBcast, choice, shape));
  const auto all = All(Collective::kReduce, choice, shape);
  auto up = Flows(all);
  for (const auto& [pair, elements] : down) {
    EXPECT_EQ(up[std::pair(pair.second, pair.first)], elements) << shape.ranks;
  }
  EXPECT_EQ(up.size(), down.size()) << shape.ranks;
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    const Totals totals = Count(all[static_cast<std::size_t>(rank)]);
    EXPECT_EQ(totals.Sent(), rank == shape.root ? 0 : shape.elements)
        << rank << " of " << shape.ranks;
    EXPECT_EQ(totals.combined, totals.received) << rank << " of " << shape.ranks;
  }
}

// Whose ports are busy once with the vector, each as long as it takes: see the broadcast's test.
TEST(Reduce, TwoLevelDoubleTreeIsTheBroadcastBackwards) {
  for (const int ranks : {5, 8, 9, 12, 33}) {
    const auto places = TestingSites(ranks, 4);
    const Shape shape{
        .ranks = ranks, .root = 1, .elements = 40, .element = Bytes{8}, .places = places.get()};
    ExpectBroadcastBackwards("two_level_double_tree:segment=40", shape);
    for (const Schedule& mine :
         All(Collective::kReduce, "two_level_double_tree:segment=40", shape)) {
      EXPECT_EQ(Count(mine).copied, 0) << ranks;
    }
  }
}

/// Number of elements that the steps of a round combine or copy, of those that it receives.
std::int64_t CombinedAtOnce(const Round& round) {
  std::int64_t at_once = 0;
  for (const Step& step : round.steps) {
    for (const Message& m : round.messages) {
      const bool overlaps = m.block.buffer == step.from.buffer &&
                            m.block.first < step.from.first + step.from.count &&
                            step.from.first < m.block.first + m.block.count;
      if (m.side == Message::Side::kReceive && overlaps) at_once += step.from.count;
    }
  }
  return at_once;
}

// A rank that combined a segment in the round of its receive would wait for it then, and the
// segments of the other tree with it.
TEST(Reduce, TwoLevelDoubleTreeCombinesLate) {
  const auto places = TestingSites(16, 8);
  const auto all =
      All(Collective::kReduce, "two_level_double_tree:segment=8",
          {.ranks = 16, .root = 0, .elements = 400, .element = Bytes{8}, .places = places.get()});
  std::int64_t combined = 0;
  for (const Schedule& schedule : all) {
    for (std::size_t i = 0; i < schedule.rounds(); ++i) {
      EXPECT_EQ(CombinedAtOnce(schedule.round(i)), 0) << i;
    }
    EXPECT_LE(schedule.scratch(), 2 * (3 + kSlotsInTurn)) << "elements: two children's segments";
    combined += Count(schedule).combined;
  }
  EXPECT_EQ(combined, 15 * 400);
}

// Likewise; the root, which sends nothing, combines at once.
TEST(Reduce, ModelForestIsTheBroadcastBackwardsAndCombinesLate) {
  for (const int ranks : {2, 5, 8, 16}) {
    const auto places = TestingPlacesOfOneSlow(ranks);
    const Shape shape{
        .ranks = ranks, .root = 1, .elements = 40, .element = Bytes{8}, .places = places.get()};
    ExpectBroadcastBackwards("model_forest:segment=40", shape);
    const auto all = All(Collective::kReduce, "model_forest:segment=40", shape);
    for (Rank rank = 0; rank < ranks; ++rank) {
      const Schedule& mine = all[static_cast<std::size_t>(rank)];
      EXPECT_LE(mine.scratch(), Count(mine).received) << rank << " of " << ranks;
      for (std::size_t i = 0; i < mine.rounds() && rank != shape.root; ++i) {
        EXPECT_EQ(CombinedAtOnce(mine.round(i)), 0) << i;
      }
    }
  }
}

TEST(Allreduce, RecursiveDoublingTakesLgRounds) {
  const auto all = All(Collective::kAllreduce, "recursive_doubling", {8, 0, 1});
  EXPECT_THAT(Rounds(all), Each(3u));
  EXPECT_THAT(Count(all[5]).to, ElementsAre(4, 7, 1));
  EXPECT_EQ(Messages(all), 24u);
  // Among 6 ranks, 1 and 3 are folded.
  const auto folded = All(Collective::kAllreduce, "recursive_doubling", {6, 0, 1});
  EXPECT_THAT(Rounds(folded), ElementsAre(4, 2, 4, 2, 2, 2));
  EXPECT_THAT(Count(folded[0]).to, ElementsAre(2, 4, 1));
  EXPECT_THAT(Count(folded[3]).to, ElementsAre(2));
  EXPECT_THAT(Count(folded[5]).to, ElementsAre(4, 2));
}

TEST(Allreduce, RecursiveMultiplyingTakesLogKRounds) {
  const auto all = All(Collective::kAllreduce, "recursive_multiplying:k=3", {9, 0, 1});
  EXPECT_THAT(Rounds(all), Each(2u));
  EXPECT_THAT(Count(all[4]).to, ElementsAre(5, 3, 7, 1));
  // 5 ranks are one group for any larger k, and 7 ranks are four groups, 0-1 2-3 4-5 6, for k = 4.
  EXPECT_THAT(Rounds(All(Collective::kAllreduce, "recursive_multiplying:k=8", {5, 0, 1})),
              Each(1u));
  const auto folded = All(Collective::kAllreduce, "recursive_multiplying:k=4", {7, 0, 1});
  EXPECT_THAT(Count(folded[1]).to, ElementsAre(0));
  EXPECT_THAT(Count(folded[2]).to, ElementsAre(4, 6, 0, 3));
}

// Patarasuk & Yuan (2009): 2(p-1) rounds, in which each rank sends 2(p-1)/p m, the lower bound.
TEST(Allreduce, RingMovesTheLeast) {
  const auto all = All(Collective::kAllreduce, "ring", {5, 0, 100});
  EXPECT_THAT(Rounds(all), Each(8u));
  for (Rank rank = 0; rank < 5; ++rank) {
    const Totals totals = Count(all[static_cast<std::size_t>(rank)]);
    EXPECT_THAT(totals.to, Each((rank + 1) % 5));
    EXPECT_EQ(totals.Sent(), 2 * 80);
    EXPECT_EQ(totals.combined, 80);
    EXPECT_EQ(all[static_cast<std::size_t>(rank)].scratch(), 0);
  }
}

// Open MPI: "Algorithm requires (np + 1)*(N - 1) steps", with the example of 3 nodes and 2 phases;
// here a part of 4 elements in segments of 2.
TEST(Allreduce, SegmentedRingTakesAPhaseForEachSegment) {
  Shape shape{3, 0, 12};
  auto all = All(Collective::kAllreduce, "segmented_ring:segment=2", shape);
  EXPECT_THAT(Rounds(all), Each(6u));
  EXPECT_THAT(Count(all[0]).sent, ElementsAre(2, 2, 2, 2, 4, 4));
  shape.in_place = true;
  all = All(Collective::kAllreduce, "segmented_ring:segment=2", shape);
  EXPECT_EQ(all[0].scratch(), 2 * 2);  // two segments in turn, no more is set aside
  // Parts of 3, 2 and 2 elements in 3 phases: in the last, two segments are empty and not sent.
  const auto uneven = All(Collective::kAllreduce, "segmented_ring:segment=1", {3, 0, 7});
  EXPECT_EQ(Messages(uneven), 3u * 2 * 2 + 2 + 3 * 2);
}

// Thakur, Rabenseifner & Gropp (2005): 2 lg p rounds, 2(p-1)/p m sent, (p-1)/p m combined.
TEST(Allreduce, RabenseifnerMovesTheLeast) {
  const auto all = All(Collective::kAllreduce, "rabenseifner", {8, 0, 800});
  for (const Schedule& schedule : all) {
    const Totals totals = Count(schedule);
    EXPECT_EQ(schedule.rounds(), 6u);
    EXPECT_THAT(totals.sent, ElementsAre(400, 200, 100, 100, 200, 400));
    EXPECT_EQ(totals.combined, 700);
  }
  EXPECT_THAT(Count(all[5]).to, ElementsAre(4, 7, 1, 1, 7, 4));  // distances double, then halve
}

// MPICH's k_reduce_scatter_allgather: neighbors exchange first. Of 9 ranks, rank 4 is 11 in base 3.
TEST(Allreduce, KReduceScatterAllgatherSplitsAmongGroupsOfK) {
  for (const bool in_place : {false, true}) {
    Shape shape{9, 0, 900};
    shape.in_place = in_place;
    const auto all = All(Collective::kAllreduce, "k_reduce_scatter_allgather:k=3", shape);
    EXPECT_THAT(Rounds(all), Each(4u));
    EXPECT_THAT(Count(all[4]).to, ElementsAre(5, 3, 7, 1, 7, 1, 5, 3));
    for (const Schedule& schedule : all) {
      EXPECT_THAT(Count(schedule).sent, ElementsAre(300, 300, 100, 100, 100, 100, 300, 300));
      EXPECT_EQ(Count(schedule).combined, 800);
      EXPECT_LE(schedule.scratch(), 900 + 300);  // k-1 thirds, as far on as the third itself
    }
  }
  // 7 ranks are four groups, 0-1 2-3 4-5 6, for k = 4, and 5 ranks are one group for any larger k.
  const auto folded = All(Collective::kAllreduce, "k_reduce_scatter_allgather:k=4", {7, 0, 400});
  EXPECT_THAT(Count(folded[1]).to, ElementsAre(0));
  EXPECT_THAT(Count(folded[2]).to, ElementsAre(4, 6, 0, 4, 6, 0, 3));
  EXPECT_THAT(Rounds(All(Collective::kAllreduce, "k_reduce_scatter_allgather:k=8", {5, 0, 400})),
              Each(2u));
}

TEST(Allreduce, KReduceScatterAllgatherWithRadix2IsRabenseifner) {
  for (int ranks = 1; ranks <= 33; ++ranks) {
    for (const bool in_place : {false, true}) {
      for (const bool commutative : {true, false}) {
        Shape shape{ranks, 0, 100};
        shape.in_place = in_place;
        shape.commutative = commutative;
        EXPECT_TRUE(All(Collective::kAllreduce, "k_reduce_scatter_allgather:k=2", shape) ==
                    All(Collective::kAllreduce, "rabenseifner", shape))
            << ranks << " ranks";
      }
    }
  }
}

// Traeff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024): for any number
// of ranks 2 ceil(lg p) rounds, 2(p-1)/p m sent, (p-1)/p m combined.
TEST(Allreduce, CirculantMovesTheLeastForAnyNumberOfRanks) {
  for (const bool in_place : {false, true}) {
    Shape shape{11, 0, 110};
    shape.in_place = in_place;
    const auto all = All(Collective::kAllreduce, "circulant", shape);
    for (const Schedule& schedule : all) {
      const Totals totals = Count(schedule);
      EXPECT_EQ(schedule.rounds(), 8u);
      EXPECT_THAT(totals.sent, ElementsAre(50, 30, 10, 10, 10, 10, 30, 50));
      EXPECT_EQ(totals.combined, 100);
    }
    EXPECT_THAT(Count(all[7]).to, ElementsAre(2, 10, 9, 8, 6, 5, 4, 1));
  }
}

TEST(Allreduce, CirculantLeavesOutEmptyParts) {
  // 3 of 7 parts have an element; skips 4, 2, 1. Part 0 is sent by each of ranks 1 to 6 once.
  EXPECT_EQ(Messages(All(Collective::kAllreduce, "circulant", {7, 0, 0})), 0u);
  for (const Schedule& schedule : All(Collective::kAllreduce, "circulant", {7, 0, 3})) {
    EXPECT_LE(schedule.rounds(), 6u);
    for (const std::int64_t sent : Count(schedule).sent) EXPECT_GT(sent, 0);
  }
}

// Traeff (2024): n-1 + ceil(lg p) rounds of the reduction, and as many of the broadcast. A rank but
// the root sends each segment once to be combined, and receives its result once.
TEST(Allreduce, CirculantPipelinedSendsEachSegmentTwice) {
  for (const bool in_place : {false, true}) {
    Shape shape{11, 0, 100};
    shape.in_place = in_place;
    const auto all = All(Collective::kAllreduce, "circulant_pipelined:segment=8", shape);
    for (Rank rank = 1; rank < shape.ranks; ++rank) {
      const Totals totals = Count(all[static_cast<std::size_t>(rank)]);
      EXPECT_EQ(totals.received - totals.combined, 100) << rank;
    }
    EXPECT_EQ(all[0].rounds(), 2u * (13 - 1 + 4));  // 13 segments
    EXPECT_EQ(Messages(all), 2u * 10 * 13);
    EXPECT_LE(all[7].scratch(), 8 * (4 + 2));
  }
}

TEST(Allreduce, ReduceBcastIsBoth) {
  const auto all = All(Collective::kAllreduce, "reduce_bcast", {8, 0, 1});
  EXPECT_THAT(Count(all[0]).from, ElementsAre(1, 2, 4));
  EXPECT_THAT(Count(all[0]).to, ElementsAre(4, 2, 1));
  EXPECT_EQ(Messages(all), 2u * 7);
}

TEST(Allreduce, FlatTakesOneRound) {
  const auto all = All(Collective::kAllreduce, "flat", {6, 0, 1});
  EXPECT_THAT(Rounds(all), Each(1u));
  EXPECT_THAT(Count(all[4]).to, ElementsAre(5, 0, 1, 2, 3));
  EXPECT_EQ(Count(all[4]).combined, 5);
}

/// Performs the schedules of all ranks with formulas in place of numbers. (a+b) and (b+a) are the
/// same formula, but ((a+b)+c) and (a+(b+c)) are not, as with floating-point numbers.
class Formulas {
 public:
  Formulas(const std::vector<Schedule>& all, const Shape& shape)
      : all_(all), ranks_(all.size()), in_place_(shape.in_place) {
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      for (std::int64_t e = 0; e < shape.elements; ++e) {
        At(rank, Input(e, 1), 0) = static_cast<char>('a' + static_cast<int>(rank));
      }
    }
  }

  /// Element 0 of each rank's output.
  std::vector<std::string> Run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < all_.size(); ++rank) {
        while (ranks_[rank].round < all_[rank].rounds() && Advance(rank)) moved = true;
      }
    }
    std::vector<std::string> outputs;
    for (std::size_t rank = 0; rank < all_.size(); ++rank) {
      EXPECT_EQ(ranks_[rank].round, all_[rank].rounds()) << "rank " << rank << " is stuck";
      outputs.push_back(At(rank, Output(0, 1), 0));
    }
    return outputs;
  }

 private:
  using Data = std::vector<std::string>;

  struct RankState {
    std::map<std::pair<Buffer, std::int64_t>, std::string> memory = {};
    std::map<Rank, std::deque<Data>> arrived = {};
    std::size_t round = 0;
    bool has_sent = false;  // the messages of the round
  };

  std::string& At(std::size_t rank, const Block& block, std::int64_t i) {
    const bool is_shared = in_place_ && block.buffer == Buffer::kInput;
    return ranks_[rank].memory[{is_shared ? Buffer::kOutput : block.buffer, block.first + i}];
  }

  void Send(std::size_t rank, const Message& message) {
    Data data;
    for (const Block& part : all_[rank].PartsOf(message)) {
      for (std::int64_t i = 0; i < part.count; ++i) data.push_back(At(rank, part, i));
    }
    ranks_[static_cast<std::size_t>(message.peer)].arrived[static_cast<Rank>(rank)].push_back(data);
  }

  /// Performs a round if all of its messages have arrived; here none receives two from one rank.
  bool Advance(std::size_t rank) {
    RankState& state = ranks_[rank];
    const Round round = all_[rank].round(state.round);
    for (const Message& m : round.messages) {
      if (m.side == Message::Side::kSend && !state.has_sent) Send(rank, m);
    }
    state.has_sent = true;
    for (const Message& m : round.messages) {
      if (m.side == Message::Side::kReceive && state.arrived[m.peer].empty()) return false;
    }
    for (const Message& m : round.messages) {
      if (m.side == Message::Side::kSend) continue;
      auto data = state.arrived[m.peer].front().begin();
      for (const Block& part : all_[rank].PartsOf(m)) {
        for (std::int64_t i = 0; i < part.count; ++i) At(rank, part, i) = *data++;
      }
      state.arrived[m.peer].pop_front();
    }
    for (const Step& step : round.steps) Perform(rank, step);
    state.has_sent = false;
    ++state.round;
    return true;
  }

  void Perform(std::size_t rank, const Step& step) {
    for (std::int64_t i = 0; i < step.from.count; ++i) {
      const std::string& from = At(rank, step.from, i);
      std::string& into = At(rank, step.into, i);
      const bool copies = step.kind == Step::Kind::kCopy;
      into = copies ? from : "(" + std::min(from, into) + "+" + std::max(from, into) + ")";
    }
  }

  const std::vector<Schedule>& all_;
  std::vector<RankState> ranks_;
  bool in_place_;
};

TEST(Allreduce, AllRanksRoundAlike) {
  for (const Algorithm& algorithm : Algorithms(Collective::kAllreduce)) {
    int compared = 0;
    for (const int ranks : {2, 3, 5, 7, 8, 9, 12, 13, 16}) {
      const auto places = TestingPlaces(ranks);
      for (const bool in_place : {false, true}) {
        Shape shape{ranks, 0, algorithm.divides ? 20 : 1};
        shape.places = places.get();
        shape.in_place = in_place;
        if (!Declines(StandardChoice(algorithm), shape).empty()) continue;
        ++compared;
        const auto all = BuildAll(StandardChoice(algorithm), shape);
        const auto ends = Formulas(all, shape).Run();
        // A letter for each rank, two brackets and a plus for each sum of two.
        EXPECT_EQ(ends[0].size(), static_cast<std::size_t>(4 * ranks - 3)) << ends[0];
        EXPECT_THAT(ends, Each(ends[0])) << algorithm.name << " of " << ranks;
      }
    }
    EXPECT_GT(compared, 0) << algorithm.name;
  }
}

// Both forms have the same messages.
class ReduceScatter : public testing::TestWithParam<Collective> {};

INSTANTIATE_TEST_SUITE_P(Both, ReduceScatter,
                         testing::Values(Collective::kReduceScatterBlock,
                                         Collective::kReduceScatter),
                         [](const auto& one) { return std::string(ToText(one.param)); });

TEST_P(ReduceScatter, PairwiseGoesThroughAllPartners) {
  for (const bool commutative : {true, false}) {
    Shape shape{5, 0, 1};
    shape.commutative = commutative;
    const auto all = All(GetParam(), "pairwise", shape);
    EXPECT_EQ(Count(all[2]).to, (std::vector<Rank>{3, 4, 0, 1}));
    EXPECT_EQ(Count(all[2]).from, (std::vector<Rank>{1, 0, 4, 3}));
    EXPECT_EQ(Count(all[2]).sent, (std::vector<std::int64_t>(4, 1)));
    for (const Schedule& schedule : all) EXPECT_EQ(Count(schedule).combined, 4);
  }
}

TEST_P(ReduceScatter, RecursiveHalvingSendsHalves) {
  const auto all = All(GetParam(), "recursive_halving", {8, 0, 1});
  EXPECT_THAT(Count(all[3]).to, ElementsAre(7, 1, 2));
  EXPECT_THAT(Count(all[3]).sent, ElementsAre(4, 2, 1));
  EXPECT_EQ(Count(all[3]).combined, 7);
  // With 6 ranks, rank 1 gives rank 0 its 6 blocks and gets its own back. Ranks 0 and 2 have two
  // blocks each to compute.
  const auto folded = All(GetParam(), "recursive_halving", {6, 0, 1});
  EXPECT_THAT(Count(folded[1]).sent, ElementsAre(6));
  EXPECT_EQ(Count(folded[1]).received, 1);
  EXPECT_THAT(Count(folded[0]).to, ElementsAre(4, 2, 1));
  EXPECT_THAT(Count(folded[0]).sent, ElementsAre(2, 2, 1));
}

// MPICH's recexch: the farthest exchange first. Of 9 ranks, rank 4 is 11 in base 3.
TEST_P(ReduceScatter, RecursiveSplittingSendsAKth) {
  const auto all = All(GetParam(), "recursive_splitting:k=3", {9, 0, 1});
  EXPECT_EQ(all[4].round(0).messages.size(), 2u * 2);
  EXPECT_THAT(Count(all[4]).to, ElementsAre(7, 1, 5, 3));
  for (const Schedule& schedule : all) {
    EXPECT_THAT(Count(schedule).sent, ElementsAre(3, 3, 1, 1));
    EXPECT_EQ(Count(schedule).combined, 8);
  }
  // With 7 ranks and k = 4, four ranks take part for the groups 0-1 2-3 4-5 6.
  const auto folded = All(GetParam(), "recursive_splitting:k=4", {7, 0, 1});
  EXPECT_THAT(Count(folded[1]).sent, ElementsAre(7));
  EXPECT_EQ(Count(folded[1]).received, 1);
  EXPECT_THAT(Count(folded[2]).to, ElementsAre(4, 6, 0, 3));
  EXPECT_THAT(Count(folded[2]).sent, ElementsAre(2, 1, 2, 1));
  // 5 ranks are one group for any larger k.
  const auto group = All(GetParam(), "recursive_splitting:k=8", {5, 0, 1});
  EXPECT_EQ(group[2].round(0).messages.size(), 2u * 4);
}

TEST_P(ReduceScatter, RecursiveSplittingWithRadix2IsRecursiveHalving) {
  for (int ranks = 1; ranks <= 33; ++ranks) {
    for (const bool in_place : {false, true}) {
      Shape shape{ranks, 0, 1};
      shape.in_place = in_place;
      EXPECT_TRUE(All(GetParam(), "recursive_splitting:k=2", shape) ==
                  All(GetParam(), "recursive_halving", shape))
          << ranks << " ranks";
    }
  }
}

// Traeff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024): 22 ranks have
// the skips 11, 6, 3, 2, 1; ceil(lg p) rounds, and p-1 blocks sent, received and combined.
TEST_P(ReduceScatter, CirculantSendsTheFartherHalf) {
  const auto all = All(GetParam(), "circulant", {22, 0, 1});
  EXPECT_THAT(Rounds(all), Each(5u));
  EXPECT_THAT(Count(all[21]).to, ElementsAre(10, 5, 2, 1, 0));
  EXPECT_THAT(Count(all[21]).from, ElementsAre(10, 15, 18, 19, 20));
  for (const Schedule& schedule : all) {
    EXPECT_THAT(Count(schedule).sent, ElementsAre(11, 5, 3, 1, 1));
    EXPECT_EQ(Count(schedule).combined, 21);
  }
}

// Traeff 2005: distances double, so that neighbors combine first, also in rank order. With 6 ranks
// Open MPI's reduce_scatter_block_intra_butterfly draws the last round: the ranks that take part
// have places 0 to 3, and those of places 1 and 2 exchange their results.
TEST_P(ReduceScatter, ButterflySendsHalvesAtDoublingDistances) {
  for (const bool commutative : {true, false}) {
    Shape shape{8, 0, 1};
    shape.commutative = commutative;
    const auto all = All(GetParam(), "butterfly", shape);
    const bool reverses = GetParam() == Collective::kReduceScatterBlock;
    using Ranks = std::vector<Rank>;
    using Counts = std::vector<std::int64_t>;
    EXPECT_EQ(Count(all[3]).to, reverses ? Ranks({2, 1, 7}) : Ranks({2, 1, 7, 6}));
    EXPECT_EQ(Count(all[3]).sent, reverses ? Counts({4, 2, 1}) : Counts({4, 2, 1, 1}));
    EXPECT_THAT(Count(all[2]).to, ElementsAre(3, 0, 6));  // 2 has the same bits in reverse order
    for (const Schedule& schedule : all) EXPECT_EQ(Count(schedule).combined, 7);
    shape.ranks = 6;
    const auto folded = All(GetParam(), "butterfly", shape);
    EXPECT_THAT(Count(folded[1]).sent, ElementsAre(6));
    EXPECT_THAT(Count(folded[1]).from, ElementsAre(0));
    EXPECT_THAT(Count(folded[2]).to, ElementsAre(0, 5, 4));
    EXPECT_THAT(Count(folded[2]).sent, ElementsAre(4, 1, 1));
    EXPECT_THAT(Count(folded[4]).to, ElementsAre(5, 0, 2, 3));
  }
}

TEST_P(ReduceScatter, RingGoesRound) {
  const auto all = All(GetParam(), "ring", {6, 0, 1});
  EXPECT_THAT(Rounds(all), Each(5u));
  EXPECT_THAT(Count(all[5]).to, Each(0));
  EXPECT_THAT(Count(all[5]).sent, ElementsAre(1, 1, 1, 1, 1));
  EXPECT_EQ(all[5].round(0).messages[1].block, Input(4, 1));
}

TEST_P(ReduceScatter, ReduceScatterIsBoth) {
  const auto all = All(GetParam(), "reduce_scatter", {8, 0, 1});
  EXPECT_THAT(Count(all[0]).from, ElementsAre(1, 2, 4));
  EXPECT_THAT(Count(all[0]).to, ElementsAre(4, 2, 1));
  EXPECT_THAT(Count(all[0]).sent, ElementsAre(4, 2, 1));
  EXPECT_THAT(Count(all[4]).sent, ElementsAre(8, 2, 1));
  EXPECT_EQ(Messages(all), 2u * 7);
}

TEST(ReduceScatterBlock, BlocksOfEqualSizeNeedLittleScratch) {
  EXPECT_LE(All(Collective::kReduceScatterBlock, "pairwise", {8, 0, 1})[3].scratch(), 3);
  EXPECT_LE(All(Collective::kReduceScatterBlock, "ring", {8, 0, 1})[3].scratch(), kSlotsInTurn);
  EXPECT_LE(All(Collective::kReduceScatterBlock, "circulant", {8, 0, 1})[3].scratch(), 4 + 2);
}

// Hosts of 3 ranks, 0..2 and 3..5, with skips 3, 2, 1: rank 1 sends the blocks of lane 0 to rank 0
// and those of lane 2 to rank 2. It then has the sums of its own lane and sends 4's to it.
TEST_P(ReduceScatter, TwoLevelLanesReduceWithinAndThenBetweenHosts) {
  const auto places = TestingPlaces(6);
  const auto all = All(GetParam(), "two_level_lanes", {.ranks = 6, .places = places.get()});
  EXPECT_THAT(Count(all[1]).to, ElementsAre(0, 2, 4));
  EXPECT_THAT(Count(all[1]).sent, ElementsAre(2, 2, 1));
  EXPECT_THAT(Count(all[1]).from, ElementsAre(2, 0, 4));
  EXPECT_EQ(Count(all[1]).combined, 2 + 2 + 1);
  EXPECT_EQ(Count(all[1]).copied, 6);
}

// A scan's result covers the ranks up to this one, so both forms have the same messages.
class Scan : public testing::TestWithParam<Collective> {};

INSTANTIATE_TEST_SUITE_P(Both, Scan, testing::Values(Collective::kScan, Collective::kExscan),
                         [](const auto& one) { return std::string(ToText(one.param)); });

TEST_P(Scan, ChainGoesThroughAllRanks) {
  const auto all = All(GetParam(), "chain", {5, 0, 1});
  EXPECT_EQ(Messages(all), 4u);
  EXPECT_THAT(Count(all[2]).from, ElementsAre(1));
  EXPECT_THAT(Count(all[2]).to, ElementsAre(3));
}

// lg p rounds; in all but the last both partners send.
TEST_P(Scan, RecursiveDoublingTakesLgRounds) {
  const auto all = All(GetParam(), "recursive_doubling", {8, 0, 1});
  EXPECT_THAT(Count(all[5]).to, ElementsAre(4, 7));
  EXPECT_THAT(Count(all[5]).from, ElementsAre(4, 7, 1));
  EXPECT_THAT(Count(all[2]).to, ElementsAre(3, 0, 6));
  EXPECT_EQ(Messages(all), 8u + 8u + 4u);
  for (const Schedule& schedule : all) EXPECT_LE(schedule.rounds(), 4u);
}

// The sweeps of Brent & Kung's prefix circuit: 2p-2-lg p messages; 2 lg p - 1 rounds.
TEST_P(Scan, BinomialSweepsUpAndDown) {
  const auto all = All(GetParam(), "binomial", {16, 0, 1});
  EXPECT_EQ(Messages(all), 2u * 16 - 2 - 4);
  EXPECT_THAT(Count(all[7]).from, ElementsAre(6, 5, 3));
  EXPECT_THAT(Count(all[7]).to, ElementsAre(15, 11, 9, 8));
  EXPECT_THAT(Count(all[11]).from, ElementsAre(10, 9, 7));
  EXPECT_THAT(Count(all[11]).to, ElementsAre(15, 13, 12));
  EXPECT_THAT(Count(all[8]).from, ElementsAre(7));
}

// Hosts of 3 ranks, 0..2 and 3..5, and 6 elements. Each rank sends two others their parts of its
// host's sum. Rank 1 sends its own part of that to 4, which gives it to 3 and 5. Then 1 and 4 take
// part in the scans of their hosts, by two rounds of recursive doubling, the second without them.
TEST_P(Scan, TwoLevelLanesGiveEachHostTheSumOfThoseBelow) {
  const auto places = TestingPlaces(6);
  const auto all =
      All(GetParam(), "two_level_lanes", {.ranks = 6, .elements = 6, .places = places.get()});
  EXPECT_THAT(Count(all[1]).to, ElementsAre(0, 2, 4, 0));
  EXPECT_THAT(Count(all[1]).sent, ElementsAre(2, 2, 2, 6));
  EXPECT_THAT(Count(all[4]).to, ElementsAre(3, 5, 3, 5, 3));
  EXPECT_THAT(Count(all[4]).sent, ElementsAre(2, 2, 2, 2, 6));
}

TEST(Scans, CombineNoMoreThanIsUsed) {
  // A scan passes its result on, until higher ranks are added.
  const auto chain = All(Collective::kScan, "chain", {8, 0, 1});
  EXPECT_EQ(Count(chain[3]).combined, 1);
  const auto binomial = All(Collective::kScan, "binomial", {16, 0, 1});
  EXPECT_EQ(Count(binomial[11]).combined, 3);
  // Traeff, "Communication Round and Computation Efficient Exclusive Prefix-Sums Algorithms"
  // (2025): an exscan by a modified scan combines up to 2 ceil(lg p) - 1 times.
  const auto doubling = All(Collective::kExscan, "recursive_doubling", {16, 0, 1});
  for (const Schedule& schedule : doubling) EXPECT_LE(Count(schedule).combined, 2 * 4 - 1);
}

// Without in place, the only copies are blocks needed in two places, and an operand that is the
// result.
TEST(Reductions, CopyNothingNeedlessly) {
  const Shape whole{7, 2, 1};
  const Shape divided{7, 2, 70};
  for (const char* name : {"flat", "binomial", "knomial"}) {
    EXPECT_THAT(Copied(All(Collective::kReduce, name, whole)), Each(0)) << name;
  }
  for (const char* name : {"chain", "binary", "rabenseifner", "circulant"}) {
    EXPECT_THAT(Copied(All(Collective::kReduce, name, divided)), Each(0)) << name;
  }
  for (const char* name : {"recursive_doubling", "recursive_multiplying", "reduce_bcast"}) {
    EXPECT_THAT(Copied(All(Collective::kAllreduce, name, whole)), Each(0)) << name;
  }
  for (const char* name : {"ring", "segmented_ring", "rabenseifner", "k_reduce_scatter_allgather",
                           "circulant_pipelined"}) {
    EXPECT_THAT(Copied(All(Collective::kAllreduce, name, divided)), Each(0)) << name;
  }
  for (const Collective c : {Collective::kReduceScatterBlock, Collective::kReduceScatter}) {
    EXPECT_THAT(Copied(All(c, "pairwise", whole)), Each(0));
    EXPECT_THAT(Copied(All(c, "ring", whole)), Each(0));
    // 7 ranks have skips 4, 2, 1: of 4 blocks that a rank keeps at first, nobody sends it the last.
    EXPECT_THAT(Copied(All(c, "circulant", whole)), Each(1));
    EXPECT_THAT(Copied(All(c, "circulant", {8, 0, 1})), Each(0));
    EXPECT_THAT(Copied(All(c, "recursive_halving", whole)), ElementsAre(1, 0, 1, 0, 1, 0, 1));
    EXPECT_THAT(Copied(All(c, "reduce_scatter", whole)), ElementsAre(1, 0, 1, 0, 1, 0, 0));
  }
  for (const char* name : {"chain", "recursive_doubling", "binomial"}) {
    EXPECT_THAT(Copied(All(Collective::kScan, name, whole)), ElementsAre(1, 0, 0, 0, 0, 0, 0));
  }
}

TEST(Reductions, CopyNothingNeedlesslyInPlace) {
  Shape shape{7, 2, 1};
  shape.in_place = true;
  Shape divided = shape;
  divided.elements = 70;
  for (const char* name : {"flat", "binomial", "knomial"}) {
    EXPECT_THAT(Copied(All(Collective::kReduce, name, shape)), Each(0)) << name;
  }
  for (const char* name : {"chain", "binary", "rabenseifner", "circulant"}) {
    EXPECT_THAT(Copied(All(Collective::kReduce, name, divided)), Each(0)) << name;
  }
  for (const char* name : {"recursive_doubling", "reduce_bcast"}) {
    EXPECT_THAT(Copied(All(Collective::kAllreduce, name, shape)), Each(0)) << name;
  }
  for (const char* name :
       {"ring", "segmented_ring", "rabenseifner", "circulant", "circulant_pipelined"}) {
    EXPECT_THAT(Copied(All(Collective::kAllreduce, name, divided)), Each(0)) << name;
  }
}

// A tree of a single level needs no copy even if the order matters, except of the last rank's
// operand.
TEST(Reductions, CopyLittleIfTheOrderMatters) {
  Shape shape{7, 0, 1};
  shape.commutative = false;
  for (const char* name : {"flat", "chain", "binary"}) {
    EXPECT_THAT(Copied(All(Collective::kReduce, name, shape)), Each(0)) << name;
  }
  EXPECT_THAT(Copied(All(Collective::kReduceScatterBlock, "pairwise", shape)),
              ElementsAre(0, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(Copied(All(Collective::kScan, "chain", shape)), Each(1));
  shape.root = 6;
  EXPECT_THAT(Copied(All(Collective::kReduce, "flat", shape)), ElementsAre(0, 0, 0, 0, 0, 0, 1));
}

TEST(Reductions, DeclareTheirLimits) {
  const auto declines = [](Collective collective, std::string_view name, const Shape& shape) {
    return Declines(ParseChoice(collective, name), shape);
  };
  Shape ordered{6, 0, 6};
  ordered.commutative = false;
  for (const char* name : {"ring", "segmented_ring"}) {
    EXPECT_EQ(declines(Collective::kAllreduce, name, ordered), "needs a commutative operation");
    EXPECT_EQ(declines(Collective::kAllreduce, name, {6, 0, 5}),
              "needs at least one element for each rank");
    EXPECT_EQ(declines(Collective::kAllreduce, name, {6, 0, 6}), "");
  }
  for (const Collective collective : {Collective::kReduce, Collective::kAllreduce}) {
    EXPECT_EQ(declines(collective, "rabenseifner", ordered), "");
    EXPECT_EQ(declines(collective, "rabenseifner", {6, 0, 4}), "");
    EXPECT_EQ(declines(collective, "rabenseifner", {6, 0, 3}),
              "needs at least one element for each of the largest power of two of ranks");
  }
  for (const Collective collective : {Collective::kReduce, Collective::kAllreduce}) {
    EXPECT_EQ(declines(collective, "circulant", ordered), "needs a commutative operation");
    EXPECT_EQ(declines(collective, "circulant", {6, 0, 0}), "");
  }
  const char* radix = "k_reduce_scatter_allgather:k=3";
  EXPECT_EQ(declines(Collective::kAllreduce, radix, ordered), "");
  EXPECT_EQ(declines(Collective::kAllreduce, radix, {10, 0, 9}), "");
  EXPECT_EQ(declines(Collective::kAllreduce, radix, {10, 0, 8}),
            "needs at least one element for each of the largest power of k of ranks");
  EXPECT_EQ(declines(Collective::kAllreduce, "circulant_pipelined", ordered),
            "needs a commutative operation");
  ordered.elements = 1;
  for (const Collective c : {Collective::kReduceScatterBlock, Collective::kReduceScatter}) {
    EXPECT_EQ(declines(c, "ring", ordered), "needs a commutative operation");
    EXPECT_EQ(declines(c, "recursive_halving", ordered), "needs a commutative operation");
    EXPECT_EQ(declines(c, "recursive_splitting", ordered), "needs a commutative operation");
    EXPECT_EQ(declines(c, "circulant", ordered), "needs a commutative operation");
    EXPECT_EQ(declines(c, "butterfly", ordered), "");
    EXPECT_EQ(declines(c, "pairwise", ordered), "");
    EXPECT_EQ(declines(c, "reduce_scatter", ordered), "");
  }
}

}  // namespace
}  // namespace colltune
