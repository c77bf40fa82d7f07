#include "algorithms/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace colltune {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

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

TEST(Schedule, AMessageOfSeveralBlocksIsOneMessage) {
  const std::vector<Block> apart = {Input(7, 1), Input(0, 2), Scratch(2, 1)};
  Schedule schedule;
  schedule.Send(3, apart).Send(4, Input(5, 1));
  ASSERT_EQ(schedule.messages().size(), 2u);
  const Message& message = schedule.messages()[0];
  EXPECT_EQ(message.peer, 3);
  EXPECT_EQ(message.block.count, 4);
  EXPECT_THAT(schedule.PartsOf(message), ElementsAreArray(apart));
  EXPECT_THAT(schedule.PartsOf(schedule.messages()[1]), ElementsAre(Input(5, 1)));
  EXPECT_EQ(schedule.scratch(), 3);
}

TEST(Schedule, BlocksThatFollowOneAnotherAreOne) {
  const auto sent = [](const std::vector<Block>& parts) {
    return Schedule().Send(1, parts).messages()[0].block;
  };
  EXPECT_EQ(sent({Output(2, 1)}), Output(2, 1));
  EXPECT_EQ(sent({Output(2, 1), Output(3, 4)}), Output(2, 5));
  EXPECT_EQ(sent({Output(0, 0), Output(2, 1), Input(7, 0)}), Output(2, 1));
  EXPECT_EQ(sent({Output(0, 0), Input(0, 0)}), kNothing);
  // Neither in another buffer nor in another order.
  EXPECT_EQ(sent({Output(2, 1), Input(3, 4)}).buffer, Buffer::kParts);
  EXPECT_EQ(sent({Output(3, 4), Output(2, 1)}).buffer, Buffer::kParts);
}

TEST(Schedule, PartsArePlacedAndComparedOneByOne) {
  const auto of = [](const std::vector<Block>& parts) { return Schedule().Receive(1, parts); };
  const Schedule two = of({Output(7, 1), Output(0, 1)});
  // The same at another place among the parts of a schedule.
  const Schedule first = of({Input(3, 1), Input(1, 1)});
  EXPECT_EQ(Schedule().Append(first).Append(two), Schedule(first).Append(two));
  EXPECT_FALSE(two == of({Output(0, 1), Output(7, 1)}));
  EXPECT_FALSE(two == of({Output(0, 2)}));
  const auto moved = Schedule().Append(
      two, [](const Block& block) { return Scratch(block.first + 10, block.count); });
  EXPECT_EQ(moved, of({Scratch(17, 1), Scratch(10, 1)}));
}

TEST(Schedule, PacesTheSource) {
  const Schedule plain = Schedule().Send(1, Output(0, 1));
  const Schedule paced = Schedule(plain).PaceSource();
  EXPECT_FALSE(plain == paced);
  EXPECT_FALSE(plain == Schedule(plain).Stream());
  EXPECT_FALSE(Schedule(plain).Stream().is_paced());
  EXPECT_TRUE(paced.is_paced());
  EXPECT_TRUE(Schedule().Append(paced).Append(plain).is_paced());
  EXPECT_FALSE(Schedule().Receive(1, Output(0, 1)).Append(paced).is_paced());
  EXPECT_FALSE(Schedule().PaceSource().is_paced());
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
