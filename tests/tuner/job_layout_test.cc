#include "tuner/problem/job_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tuner/problem/candidates.h"

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

TEST(Space, HasOneLayoutForEachNumberOfRanksOnASingleNode) {
  const Nodes nodes(std::vector<int>{0, 0});
  EXPECT_THAT(LayoutsOf(std::vector<int>{2}, nodes), ElementsAre(Layout{2, 2}));
}

TEST(Space, KnowsWhatLiesBetweenLayoutsOfOneKind) {
  // Nodes of 4: with all ranks on each node 2, 4 and 8 ranks; with one on each 2 and 4.
  const std::vector<Layout> layouts = {{2, 1}, {2, 2}, {4, 1}, {4, 4}, {8, 4}};
  EXPECT_THAT(LayoutsBetween(layouts, 4),
              testing::UnorderedElementsAre(
                  LayoutBetween{{3, 1}, {2, 1}, {4, 1}}, LayoutBetween{{3, 3}, {2, 2}, {4, 4}},
                  LayoutBetween{{5, 4}, {4, 4}, {8, 4}}, LayoutBetween{{6, 4}, {4, 4}, {8, 4}},
                  LayoutBetween{{7, 4}, {4, 4}, {8, 4}}));
}

TEST(Space, MeasuresPowersOfTwoAndOthers) {
  EXPECT_THAT(StandardRanks(2), ElementsAre(2));
  EXPECT_THAT(StandardRanks(11), ElementsAre(2, 3, 4, 5, 6, 7, 8, 11));
  EXPECT_THAT(StandardRanks(16), ElementsAre(2, 3, 4, 5, 6, 7, 8, 12, 16));
  EXPECT_THAT(StandardRanks(64), ElementsAre(2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64));
  EXPECT_THAT(StandardRanks(50), ElementsAre(2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 50));
}

TEST(Space, FitsBlocksIntoMemory) {
  EXPECT_EQ(LargestBlock(Collective::kBcast, 16, Bytes{1 << 20}), Bytes{1 << 20});
  EXPECT_EQ(LargestBlock(Collective::kAlltoall, 16, Bytes{1 << 20}), Bytes{1 << 16});
  EXPECT_EQ(LargestBlock(Collective::kGather, 16, Bytes{1 << 20}), Bytes{1 << 16});
}

}  // namespace
}  // namespace colltune::tune
