// The schedules of the barriers take the published numbers of messages and steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tests/algorithms/schedule_testing.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::ElementsAre;

std::vector<Schedule> All(std::string_view choice, int ranks) {
  const auto places = TestingPlaces(ranks);
  return BuildAll(ParseChoice(Collective::kBarrier, choice),
                  {.ranks = ranks, .places = places.get()});
}

int Messages(const std::vector<Schedule>& all) {
  int messages = 0;
  for (const Schedule& schedule : all) messages += Sent(schedule).messages;
  return messages;
}

TEST(Barriers, CarryNothing) {
  for (const Algorithm& algorithm : Algorithms(Collective::kBarrier)) {
    for (const Schedule& schedule : All(algorithm.name, 11)) {
      for (const Message& m : schedule.messages()) EXPECT_EQ(m.block, kNothing) << algorithm.name;
    }
  }
}

TEST(BarrierFlat, IsAReportAndAnAnswer) {
  const auto all = All("flat", 4);
  EXPECT_THAT(Peers(all[0]), ElementsAre(1, 2, 3, 1, 2, 3));
  EXPECT_EQ(all[0].rounds(), 2u);
  EXPECT_EQ(Messages(all), 2 * 3);
  EXPECT_EQ(Steps(all), 2);
}

// Up and down again: a message in each direction for each edge, and 15 is four edges from 0. The
// smallest subtrees are heard first, and told last.
TEST(BarrierTree, GoesUpAndDown) {
  const auto all = All("tree", 16);
  EXPECT_THAT(Peers(all[8]), ElementsAre(9, 10, 12, 0, 0, 12, 10, 9));
  EXPECT_EQ(Messages(all), 2 * 15);
  EXPECT_EQ(Steps(all), 2 * 4);
  EXPECT_EQ(Steps(All("tree:k=4", 16)), 2 * 2);
}

// Sites of 6: up and down a binomial tree of 6 ranks, which is two deep, and a message in each
// direction between.
TEST(BarrierTwoLevel, GoesUpAcrossAndDown) {
  const auto all = All("two_level", 12);
  EXPECT_THAT(Peers(all[0]), ElementsAre(1, 2, 4, 6, 6, 4, 2, 1));
  EXPECT_EQ(Messages(all), 2 * (2 * 5) + 2);
  EXPECT_EQ(Steps(all), 2 * 2 + 1);
}

// Hensgen, Finkel & Manber: ceil(lg p) steps in which rank i tells i + 2^step.
TEST(BarrierDissemination, TellsRanksAtGrowingDistance) {
  const auto all = All("dissemination", 6);
  EXPECT_THAT(Peers(all[1]), ElementsAre(0, 2, 5, 3, 3, 5));
  EXPECT_EQ(Steps(all), 3);
  EXPECT_EQ(Messages(all), 3 * 6);
}

// ceil(log_k p) steps of k-1 messages; in the last step of 11 ranks, those at distance 9 alone.
TEST(BarrierDissemination, HasRadixK) {
  const auto full = All("dissemination:k=3", 27);
  EXPECT_EQ(Steps(full), 3);
  EXPECT_EQ(Sent(full[5]).messages, 3 * 2);
  const auto part = All("dissemination:k=3", 11);
  EXPECT_EQ(Steps(part), 3);
  EXPECT_EQ(Sent(part[5]).messages, 2 + 2 + 1);
  EXPECT_EQ(Steps(All("dissemination:k=8", 64)), 2);
}

TEST(BarrierRecursiveDoubling, TakesTwoStepsMoreWithAFold) {
  const auto even = All("recursive_doubling", 8);
  EXPECT_THAT(Peers(even[5]), ElementsAre(4, 4, 7, 7, 1, 1));
  EXPECT_EQ(Steps(even), 3);
  EXPECT_EQ(Messages(even), 3 * 8);
  const auto folded = All("recursive_doubling", 11);
  EXPECT_THAT(Peers(folded[9]), ElementsAre(1, 1));
  EXPECT_THAT(Peers(folded[1]), ElementsAre(9, 0, 0, 3, 3, 5, 5, 9));
  EXPECT_EQ(Steps(folded), 3 + 2);
  EXPECT_EQ(Messages(folded), 3 * 8 + 2 * 3);
}

// De Supinski & Karonis (HPDC 1999), section 3: from task 0 twice around the ring, until the
// message reaches task n-2 for the second time.
TEST(BarrierDoubleRing, EndsWhereThePaperSays) {
  const auto all = All("double_ring", 5);
  EXPECT_THAT(Peers(all[0]), ElementsAre(1, 4, 1));
  EXPECT_THAT(Peers(all[2]), ElementsAre(1, 3, 1, 3));
  EXPECT_THAT(Peers(all[3]), ElementsAre(2, 4, 2));
  EXPECT_THAT(Peers(all[4]), ElementsAre(3, 0));
  EXPECT_EQ(Messages(all), 2 * 5 - 2);
  EXPECT_EQ(Steps(all), 2 * 5 - 2);
}

}  // namespace
}  // namespace colltune
