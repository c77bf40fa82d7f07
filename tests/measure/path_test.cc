#include "measure/methods/path.h"

#include <gtest/gtest.h>

#include "algorithms/registry.h"

namespace colltune::measure {
namespace {

std::vector<Schedule> All(std::string_view name, int ranks, Rank root = 0) {
  return BuildAll(ParseChoice(Collective::kBcast, name), {ranks, root, 1});
}

// Figure 1 of de Supinski & Karonis: in the tree of 16, task 15 hangs on 14, 12, 8, 0.
TEST(Path, GoesThroughTheTree) {
  EXPECT_EQ(PathTo(All("binomial", 16), 0, 15), (std::vector<Rank>{0, 8, 12, 14, 15}));
  EXPECT_EQ(PathTo(All("binomial", 16), 0, 1), (std::vector<Rank>{0, 1}));
  EXPECT_EQ(PathTo(All("chain", 5, 3), 3, 1), (std::vector<Rank>{3, 4, 0, 1}));
  EXPECT_EQ(PathTo(All("flat", 5, 2), 2, 4), (std::vector<Rank>{2, 4}));
  EXPECT_EQ(PathTo(All("flat", 5, 2), 2, 2), (std::vector<Rank>{2}));
}

TEST(Path, IsOneForAMessageInSegments) {
  const auto chain = BuildAll(ParseChoice(Collective::kBcast, "chain_pipelined:segment=1"),
                              {.ranks = 4, .root = 0, .elements = 3});
  EXPECT_EQ(PathTo(chain, 0, 3), (std::vector<Rank>{0, 1, 2, 3}));
  const auto cut = CutBehind(chain, PathTo(chain, 0, 2));
  EXPECT_EQ(cut[1], chain[1]);  // until it has sent all three segments
  EXPECT_EQ(cut[3], chain[3]);  // the destination's own sends are its own time
}

TEST(Path, IsNoneWhereARankHearsFromTwo) {
  std::vector<Schedule> thirds(3);
  thirds[0].Send(1, Output(0, 1)).Send(2, Output(1, 1));
  thirds[1].Receive(0, Output(0, 1)).NextRound().Send(2, Output(0, 1));
  thirds[2].Receive(0, Output(1, 1)).Receive(1, Output(0, 1));
  EXPECT_TRUE(PathTo(thirds, 0, 2).empty());
}

TEST(Cut, DropsWhatComesBehindTheMessage) {
  // Flat, 5 ranks, to rank 2: the root sends to 1 and 2; ranks 3 and 4 do nothing.
  const auto flat = All("flat", 5);
  const auto cut = CutBehind(flat, PathTo(flat, 0, 2));
  ASSERT_EQ(cut[0].messages().size(), 2u);
  EXPECT_EQ(cut[0].messages()[1].peer, 2);
  EXPECT_EQ(cut[1], flat[1]);
  EXPECT_EQ(cut[2], flat[2]);
  EXPECT_EQ(cut[3].rounds(), 0u);
  EXPECT_EQ(cut[4].rounds(), 0u);
}

TEST(Cut, TakesTheWholeSubtree) {
  // Binomial, 8 ranks, to rank 6 over 0 and 4. The cut removes 0->2, 0->1 and 4->5, and with rank 2
  // its child 3. Rank 6 keeps its send to 7, which is part of its own time.
  const auto tree = All("binomial", 8);
  const auto cut = CutBehind(tree, PathTo(tree, 0, 6));
  EXPECT_EQ(cut[0].messages().size(), 1u);
  EXPECT_EQ(cut[4].messages().size(), 2u);
  for (const Rank idle : {1, 2, 3, 5}) EXPECT_EQ(cut[static_cast<std::size_t>(idle)].rounds(), 0u);
  EXPECT_EQ(cut[6], tree[6]);
  EXPECT_EQ(cut[7], tree[7]);
}

// Scatter, 8 ranks, root 5, to rank 0 over 7, whose blocks wrap around the end of the ranks.
TEST(Cut, KeepsThePartsOfAMessage) {
  const auto tree = BuildAll(ParseChoice(Collective::kScatter, "binomial"), {8, 5, 1});
  const auto cut = CutBehind(tree, PathTo(tree, 5, 0));
  const std::vector<Block> parts = {Input(7, 1), Input(0, 1)};
  EXPECT_EQ(cut[5], Schedule().Send(1, Input(1, 4)).NextRound().Send(7, parts));
}

TEST(Cut, LeavesARoundWhole) {
  const auto together = All("flat_nonblocking", 5);
  const auto path = PathTo(together, 0, 2);
  const auto cut = CutBehind(together, path);
  EXPECT_EQ(cut, together);
  EXPECT_TRUE(WaitsForOthers(cut, path));
  const auto in_turn = All("flat", 5);
  EXPECT_FALSE(WaitsForOthers(CutBehind(in_turn, path), path));
}

}  // namespace
}  // namespace colltune::measure
