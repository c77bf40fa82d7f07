#include "algorithms/schedule.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune {
namespace {

constexpr Block kWhole = Output(0, 1);

TEST(Schedule, StartsEmpty) {
  EXPECT_EQ(Schedule().rounds(), 0u);
  EXPECT_EQ(Schedule().NextRound().rounds(), 0u);
}

TEST(Schedule, MessagesFallIntoRounds) {
  Schedule schedule;
  schedule.Receive(3, kWhole).Send(4, kWhole).NextRound().NextRound().Send(5, kWhole);
  ASSERT_EQ(schedule.rounds(), 2u);
  ASSERT_EQ(schedule.round(0).messages.size(), 2u);
  EXPECT_EQ(schedule.round(0).messages[0], (Message{Message::Side::kReceive, 3, kWhole}));
  EXPECT_EQ(schedule.round(0).messages[1], (Message{Message::Side::kSend, 4, kWhole}));
  ASSERT_EQ(schedule.round(1).messages.size(), 1u);
  EXPECT_EQ(schedule.round(1).messages[0].peer, 5);
  EXPECT_EQ(schedule.messages().size(), 3u);
}

TEST(Schedule, ReceivesComeFirstInARound) {
  Schedule schedule;
  schedule.Send(1, kWhole);
  EXPECT_THROW(schedule.Receive(2, kWhole), std::logic_error);
  EXPECT_NO_THROW(schedule.NextRound().Receive(2, kWhole));
}

TEST(Schedule, EqualityHeedsRoundsAndNotHowTheyWereClosed) {
  const Schedule open = Schedule().Send(1, kWhole);
  const Schedule closed = Schedule().Send(1, kWhole).NextRound();
  EXPECT_EQ(open, closed);
  const Schedule together = Schedule().Send(1, kWhole).Send(2, kWhole);
  const Schedule in_turn = Schedule().Send(1, kWhole).NextRound().Send(2, kWhole);
  EXPECT_FALSE(together == in_turn);
}

}  // namespace
}  // namespace colltune
