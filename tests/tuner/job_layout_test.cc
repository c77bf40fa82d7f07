#include "tuner/problem/job_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/registry.h"
#include "tuner/problem/candidates.h"
#include "tuner/problem/sibling_timing.h"
#include "tuner/problem/trial.h"
#include "tuner/problem/usual_siblings.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Names(Collective collective, const Shape& shape, std::string_view of) {
  std::vector<std::string> names;
  for (const Choice& choice : CandidatesFor(collective, shape)) {
    if (choice.algorithm->name == of) names.push_back(ToText(choice));
  }
  return names;
}

TEST(Space, TriesOneSegmentThatHoldsTheWholeBlock) {
  const Shape shape{.ranks = 16, .elements = 5000};
  EXPECT_THAT(Names(Collective::kBcast, shape, "chain_pipelined"),
              ElementsAre("chain_pipelined:segment=1K", "chain_pipelined:segment=128K"));
  const Shape small{.ranks = 16, .elements = 8};
  EXPECT_THAT(Names(Collective::kBcast, small, "chain_pipelined"),
              ElementsAre("chain_pipelined:segment=128K"));
}

TEST(Space, TriesOneRadixAboveTheRanksAndAllCombinations) {
  const Shape shape{.ranks = 3, .elements = 2000};
  EXPECT_THAT(Names(Collective::kBcast, shape, "knomial"),
              ElementsAre("knomial:k=2:segment=1K", "knomial:k=2:segment=128K",
                          "knomial:k=3:segment=1K", "knomial:k=3:segment=128K"));
  EXPECT_THAT(Names(Collective::kAlltoall, shape, "flat_bounded"),
              ElementsAre("flat_bounded:outstanding=1", "flat_bounded:outstanding=4"));
}

TEST(Space, LeavesOutWhatDeclines) {
  EXPECT_THAT(Names(Collective::kAllgather, {.ranks = 6}, "recursive_doubling"), IsEmpty());
  EXPECT_THAT(Names(Collective::kAllgather, {.ranks = 8}, "recursive_doubling"),
              ElementsAre("recursive_doubling"));
}

TEST(Space, TellsHowRanksWerePlaced) {
  const auto mapping = [](std::vector<int> nodes) { return Nodes(nodes).MappingOfAll(); };
  EXPECT_EQ(mapping({5, 5, 3, 3, 3}), Mapping::kBlock);
  EXPECT_EQ(mapping({5, 3, 5, 3}), Mapping::kCyclic);
  EXPECT_EQ(mapping({5, 3, 3, 5}), Mapping::kMixed);
  EXPECT_EQ(mapping({5, 3}), Mapping::kAny);
  EXPECT_EQ(mapping({5, 5, 5}), Mapping::kAny);
}

TEST(Space, TakesLayoutsFromNodes) {
  // Two nodes of three ranks, dealt out in turns, and one of one.
  const Nodes nodes(std::vector<int>{7, 3, 7, 3, 7, 3, 9});
  EXPECT_EQ(nodes.count(), 3);
  EXPECT_EQ(nodes.ranks_per_node(), 3);
  EXPECT_THAT(nodes.Members({4, 3}), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(nodes.Members({3, 1}), ElementsAre(0, 1, 6));
  EXPECT_EQ(nodes.MappingOfAll(), Mapping::kMixed);  // three nodes, but ranks two apart
  EXPECT_EQ(nodes.MappingOf({4, 2}), Mapping::kCyclic);
  EXPECT_EQ(nodes.MappingOf({3, 1}), Mapping::kAny);
  EXPECT_THAT(nodes.Members({4, 1}), IsEmpty());
  const std::vector<int> ranks = {2, 3, 7};
  EXPECT_THAT(LayoutsOf(ranks, nodes),
              ElementsAre(Layout{2, 1}, Layout{2, 2}, Layout{3, 1}, Layout{3, 3}, Layout{7, 3}));
}

/// Three nodes of four ranks, one node's after the other's.
Nodes ThreeOfFour() { return Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}); }

// The world of two ranks of each node is 0 1 4 5 8 9: a grid of two rows of three.
TEST(Progressions, AreRanksOfAWorld) {
  const Nodes nodes = ThreeOfFour();
  EXPECT_THAT(nodes.WorldOf({.nodes = 3, .per_node = 2}), ElementsAre(0, 1, 4, 5, 8, 9));
  EXPECT_THAT(nodes.WorldOf({.nodes = 2, .per_node = 2}), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(nodes.Members({3, 2, {3, 2, 3, 1}}), ElementsAre(5, 8, 9));  // second row
  EXPECT_THAT(nodes.Members({2, 1, {3, 2, 1, 3}}), ElementsAre(1, 8));     // second column
  EXPECT_EQ(nodes.LayoutOf(3, {3, 2, 3, 1}), (Layout{3, 2, {3, 2, 3, 1}}));
  EXPECT_EQ(nodes.LayoutOf(2, {3, 2, 1, 3}), (Layout{2, 1, {3, 2, 1, 3}}));
}

TEST(Progressions, FollowTheOrderOfTheJobsRanks) {
  const Nodes nodes(std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2});  // dealt out in turns
  EXPECT_THAT(nodes.WorldOf({.nodes = 2, .per_node = 2}), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(nodes.Members({2, 1, {2, 2, 0, 1}}), ElementsAre(0, 1));
  EXPECT_THAT(nodes.Members({2, 2, {2, 2, 1, 2}}), ElementsAre(1, 4));
  EXPECT_EQ(nodes.MappingOf({2, 2, {2, 2, 1, 2}}), Mapping::kAny);
}

TEST(Progressions, EndWithTheirWorld) {
  const Nodes nodes = ThreeOfFour();
  EXPECT_THAT(nodes.Members({3, 2, {3, 2, 4, 1}}), IsEmpty());
  EXPECT_THAT(nodes.Members({3, 2, {3, 2, 1, 3}}), IsEmpty());
  EXPECT_THAT(nodes.Members({2, 2, {3, 2, -1, 1}}), IsEmpty());
  EXPECT_THAT(nodes.Members({2, 2, {3, 2, 0, -1}}), IsEmpty());
  EXPECT_THAT(nodes.Members({2, 2, {3, -2, 0, 1}}), IsEmpty());
}

TEST(Siblings, TakeTheNextRanksOfTheSameNodes) {
  const Nodes nodes = ThreeOfFour();
  EXPECT_EQ(nodes.WithSiblings({2, 1}).siblings, 4);
  EXPECT_EQ(nodes.WithSiblings({2, 1}, 3).siblings, 3);
  EXPECT_EQ(nodes.WithSiblings({2, 1}, 5).siblings, 4);
  EXPECT_THAT(nodes.Siblings({2, 1, {}, 4}), ElementsAre(ElementsAre(0, 4), ElementsAre(1, 5),
                                                         ElementsAre(2, 6), ElementsAre(3, 7)));
  EXPECT_EQ(nodes.WithSiblings({3, 2}).siblings, 2);
  EXPECT_THAT(nodes.Siblings({3, 2, {}, 2}),
              ElementsAre(ElementsAre(0, 1, 4), ElementsAre(2, 3, 6)));
  EXPECT_THAT(nodes.Siblings({3, 2}), ElementsAre(ElementsAre(0, 1, 4)));
  EXPECT_THAT(nodes.Siblings({3, 2, {}, 3}), IsEmpty());
}

TEST(Siblings, AreNoneWhereNoneFits) {
  EXPECT_EQ(ThreeOfFour().WithSiblings({3, 3}).siblings, 1);
  EXPECT_EQ(ThreeOfFour().WithSiblings({8, 4}).siblings, 1);
  EXPECT_EQ(ThreeOfFour().WithSiblings({8, 4, {}, 3}).siblings, 1);
  EXPECT_EQ(Nodes(std::vector<int>{0, 1, 2}).WithSiblings({2, 1}).siblings, 1);
  EXPECT_EQ(Nodes(std::vector<int>{0, 0, 1}).WithSiblings({2, 1}).siblings, 1) << "a short node";
}

// The world 0 1 2 4 5 6 8 9 10, three rows of three: a row has the ranks of a node.
TEST(Siblings, AreOtherColumnsOfTheWorld) {
  const Nodes nodes = ThreeOfFour();
  const Layout column = nodes.WithSiblings(nodes.LayoutOf(3, {3, 3, 1, 3}));
  EXPECT_EQ(column, (Layout{3, 1, {3, 3, 1, 3}, 3}));
  EXPECT_THAT(nodes.Siblings(column),
              ElementsAre(ElementsAre(1, 5, 9), ElementsAre(0, 4, 8), ElementsAre(2, 6, 10)));
  EXPECT_EQ(nodes.WithSiblings(nodes.LayoutOf(3, {3, 3, 3, 1})).siblings, 1);
}

// The world of two whole nodes, in rows of two.
TEST(Siblings, AreOtherRowsOfTheWorld) {
  const Nodes nodes = ThreeOfFour();
  const Layout row = nodes.WithSiblings(nodes.LayoutOf(2, {2, 4, 2, 1}));
  EXPECT_EQ(row, (Layout{2, 2, {2, 4, 2, 1}, 4}));
  EXPECT_THAT(nodes.Siblings(row), ElementsAre(ElementsAre(2, 3), ElementsAre(0, 1),
                                               ElementsAre(4, 5), ElementsAre(6, 7)));
  // A row that is not where rows begin overlaps others.
  EXPECT_EQ(nodes.WithSiblings(nodes.LayoutOf(2, {2, 4, 1, 1})).siblings, 1);
}

// The world of three whole nodes, in rows of three: 0 1 2, 3 4 5, 6 7 8, 9 10 11. The first and the
// last are on one node each, the others on two.
TEST(Siblings, HaveAsManyRanksOnTheirNodes) {
  const Nodes nodes = ThreeOfFour();
  const Layout on_one = nodes.WithSiblings(nodes.LayoutOf(3, {3, 4, 0, 1}));
  EXPECT_EQ(on_one.siblings, 2);
  EXPECT_THAT(nodes.Siblings(on_one), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(9, 10, 11)));
  const Layout on_two = nodes.WithSiblings(nodes.LayoutOf(3, {3, 4, 3, 1}));
  EXPECT_EQ(on_two, (Layout{3, 2, {3, 4, 3, 1}, 2}));
  EXPECT_THAT(nodes.Siblings(on_two), ElementsAre(ElementsAre(3, 4, 5), ElementsAre(6, 7, 8)));
}

// Six ranks, two on each of three nodes, are COMM_WORLD of a job of that size, though six more
// would fit. Three are it as well, or one of the four columns of the whole job: less often.
TEST(UsualSiblings, AreThoseOfMostJobs) {
  const Nodes nodes = ThreeOfFour();
  const UsualSiblings usual(nodes);
  EXPECT_EQ(nodes.WithSiblings({6, 2}).siblings, 2);
  EXPECT_EQ(usual.Of({6, 2}), (Layout{6, 2}));
  EXPECT_EQ(nodes.WithSiblings({3, 1}).siblings, 4);
  EXPECT_EQ(usual.Of({3, 1}), (Layout{3, 1}));
}

// Jobs of 4 or 2 on each of two nodes have columns with three siblings or one: as often.
TEST(UsualSiblings, AreTheMostOfSeveralNumbers) {
  std::vector<int> two_of_eight(16, 0);
  std::fill(two_of_eight.begin() + 8, two_of_eight.end(), 1);
  EXPECT_EQ(UsualSiblings(Nodes(two_of_eight)).Of({2, 1}), (Layout{2, 1, {}, 4}));
}

TEST(UsualSiblings, AreAllThatFitWhereNoJobHasTheLayout) {
  EXPECT_EQ(UsualSiblings(ThreeOfFour()).Of({5, 2}), (Layout{5, 2, {}, 2}));
  const Layout column{3, 1, {3, 3, 1, 3}};
  EXPECT_EQ(UsualSiblings(ThreeOfFour()).Of(column), (Layout{3, 1, {3, 3, 1, 3}, 3}));
}

TEST(SiblingTiming, IsSaidByTheProfile) {
  Provenance provenance;
  EXPECT_EQ(SiblingTimingOf(provenance), std::nullopt);
  provenance.job = "8 ranks on 2 nodes, 4 per node";
  EXPECT_EQ(SiblingTimingOf(provenance), std::nullopt) << "of an older program";
  for (const SiblingTiming timing : {SiblingTiming::kTogether, SiblingTiming::kAlone}) {
    Provenance said = provenance;
    said.job += SiblingText(timing);
    EXPECT_EQ(SiblingTimingOf(said), timing);
  }
  EXPECT_EQ(SiblingText(SiblingTiming::kTogether), "; siblings together");
}

TEST(Trials, AreReadAsTheyWerePacked) {
  const Trial plain{{Collective::kBcast, {4, 2}, Bytes{8}, 1}, {"library", "chain"}, true};
  EXPECT_EQ(Pack(plain), "bcast 4 2 8 1 1 library chain");
  EXPECT_EQ(UnpackTrial(Pack(plain)), plain);
  Trial other = plain;
  other.problem.layout = {4, 2, {3, 2, 1, 3}, 5};
  EXPECT_EQ(Pack(other), "bcast 4 2 8 1 1 @3,2,1,3,5 library chain");
  EXPECT_EQ(UnpackTrial(Pack(other)), other);
}

TEST(Space, HasOneLayoutForEachNumberOfRanksOnASingleNode) {
  const Nodes nodes(std::vector<int>{0, 0});
  EXPECT_THAT(LayoutsOf(std::vector<int>{2}, nodes), ElementsAre(Layout{2, 2}));
}

TEST(Space, FitsBlocksIntoMemory) {
  EXPECT_EQ(LargestBlock(Collective::kBcast, 16, Bytes{1 << 20}), Bytes{1 << 20});
  EXPECT_EQ(LargestBlock(Collective::kAlltoall, 16, Bytes{1 << 20}), Bytes{1 << 16});
  EXPECT_EQ(LargestBlock(Collective::kGather, 16, Bytes{1 << 20}), Bytes{1 << 16});
}

}  // namespace
}  // namespace colltune::tune
