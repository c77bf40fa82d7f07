// The schedules of the broadcasts are what the literature draws.
#include <gtest/gtest.h>

#include "algorithms/registry.h"

namespace colltune {
namespace {

class Bcast : public testing::TestWithParam<std::string_view> {
 protected:
  const Algorithm& algorithm() const { return *FindAlgorithm(Collective::kBcast, GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(All, Bcast, testing::ValuesIn([] {
                           std::vector<std::string_view> names;
                           for (const Algorithm& a : Algorithms(Collective::kBcast)) {
                             names.push_back(a.name);
                           }
                           return names;
                         }()),
                         [](const auto& algorithm) { return std::string(algorithm.param); });

TEST_P(Bcast, SendsTheMessageOnceToEachRank) {
  const Shape shape{17, 3, 1};
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    int receives = 0;
    const Schedule schedule = algorithm().build(shape, rank, {});
    for (const Message& m : schedule.messages()) receives += m.side == Message::Side::kReceive;
    EXPECT_EQ(receives, rank == shape.root ? 0 : 1) << "rank " << rank;
  }
}

std::vector<Rank> Peers(const Schedule& schedule) {
  std::vector<Rank> peers;
  for (const Message& message : schedule.messages()) peers.push_back(message.peer);
  return peers;
}

// Figure 1 of de Supinski & Karonis (HPDC 1999): task 0 of 16 sends to 8, 4, 2, 1; task 8 to 12,
// 10, 9; task 12 to 14, 13; task 14 to 15.
TEST(BcastBinomial, IsThePublishedTreeOf16Tasks) {
  const Choice binomial = ParseChoice(Collective::kBcast, "binomial");
  const auto all = BuildAll(binomial, {16, 0, 1});
  EXPECT_EQ(Peers(all[0]), (std::vector<Rank>{8, 4, 2, 1}));
  EXPECT_EQ(Peers(all[8]), (std::vector<Rank>{0, 12, 10, 9}));
  EXPECT_EQ(Peers(all[12]), (std::vector<Rank>{8, 14, 13}));
  EXPECT_EQ(Peers(all[14]), (std::vector<Rank>{12, 15}));
  EXPECT_EQ(Peers(all[15]), (std::vector<Rank>{14}));
}

// Section 3 of the same paper: the preceding task of i is i-1, or i+1 in the backward variant.
TEST(BcastChain, GoesUpAndTheBackwardOneDown) {
  const auto up = BuildAll(ParseChoice(Collective::kBcast, "chain"), {4, 1, 1});
  EXPECT_EQ(Peers(up[1]), (std::vector<Rank>{2}));
  EXPECT_EQ(Peers(up[2]), (std::vector<Rank>{1, 3}));
  EXPECT_EQ(Peers(up[3]), (std::vector<Rank>{2, 0}));
  EXPECT_EQ(Peers(up[0]), (std::vector<Rank>{3}));
  const auto down = BuildAll(ParseChoice(Collective::kBcast, "chain_backward"), {4, 1, 1});
  EXPECT_EQ(Peers(down[1]), (std::vector<Rank>{0}));
  EXPECT_EQ(Peers(down[0]), (std::vector<Rank>{1, 3}));
  EXPECT_EQ(Peers(down[3]), (std::vector<Rank>{0, 2}));
  EXPECT_EQ(Peers(down[2]), (std::vector<Rank>{3}));
}

TEST(BcastFlat, DiffersFromItsNonblockingFormInRoundsOnly) {
  const auto in_turn = BuildAll(ParseChoice(Collective::kBcast, "flat"), {5, 2, 1});
  const auto together = BuildAll(ParseChoice(Collective::kBcast, "flat_nonblocking"), {5, 2, 1});
  EXPECT_EQ(Peers(in_turn[2]), (std::vector<Rank>{3, 4, 0, 1}));
  EXPECT_EQ(Peers(together[2]), Peers(in_turn[2]));
  EXPECT_EQ(in_turn[2].rounds(), 4u);
  EXPECT_EQ(together[2].rounds(), 1u);
}

}  // namespace
}  // namespace colltune
