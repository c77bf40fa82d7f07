// Programs: their form by hand, and their results at any time at which messages may move.
#include "algorithms/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "algorithms/verify/program_check.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::ElementsAreArray;

constexpr auto kPost = Action::Kind::kPost;
constexpr auto kStart = Action::Kind::kStart;
constexpr auto kWait = Action::Kind::kWait;
constexpr auto kPerform = Action::Kind::kPerform;

Program Ahead(const Schedule& schedule) {
  return RunAhead(Collective::kAllgather, {.ranks = 4, .elements = 1}, 0, schedule);
}

// A ring: the block that is received in one round is sent in the next.
Schedule Ring(int rounds) {
  Schedule ring;
  for (int i = 0; i < rounds; ++i) {
    ring.Receive(3, Output(i + 1, 1)).Send(1, Output(i, 1)).NextRound();
  }
  return ring;
}

TEST(RoundByRound, EndsEachRound) {
  Schedule schedule;
  schedule.Receive(1, Output(0, 1)).Send(1, Input(0, 1)).Copy(Output(0, 1), Output(1, 1));
  schedule.NextRound().Send(2, Output(1, 1));
  const std::vector<Action> want = {{kPost, 0},    {kStart, 1}, {kWait, 0}, {kWait, 1},
                                    {kPerform, 0}, {kStart, 2}, {kWait, 2}};
  EXPECT_THAT(RoundByRound(schedule), ElementsAreArray(want));
}

// Messages 0, 2 and 4 are received, 1, 3 and 5 sent. The first one received shows that its sender
// has the same schedule.
TEST(RunAhead, PostsReceivesOfLaterRounds) {
  const std::vector<Action> want = {{kPost, 0},  {kStart, 1}, {kWait, 0}, {kPost, 2},
                                    {kPost, 4},  {kStart, 3}, {kWait, 2}, {kWait, 1},
                                    {kStart, 5}, {kWait, 4},  {kWait, 3}, {kWait, 5}};
  EXPECT_THAT(Ahead(Ring(3)), ElementsAreArray(want));
}

// The scratch block is free again once it was reduced, and not before.
TEST(RunAhead, PostsNoReceiveIntoABlockInUse) {
  Schedule schedule;
  for (int i = 0; i < 2; ++i) {
    schedule.Receive(1, Scratch(0, 1)).Reduce(Scratch(0, 1), Output(0, 1)).NextRound();
  }
  const std::vector<Action> want = {{kPost, 0}, {kWait, 0}, {kPerform, 0},
                                    {kPost, 1}, {kWait, 1}, {kPerform, 1}};
  EXPECT_THAT(Ahead(schedule), ElementsAreArray(want));
}

// A binomial tree sends in this way: a child gets all of the line.
TEST(RunAhead, SendsToOneRankAfterTheOther) {
  Schedule schedule;
  schedule.Send(2, Input(0, 1)).NextRound().Send(1, Input(0, 1));
  const std::vector<Action> want = {{kStart, 0}, {kWait, 0}, {kStart, 1}, {kWait, 1}};
  EXPECT_THAT(Ahead(schedule), ElementsAreArray(want));
}

// A rank that went on without its receive would meet, at the next receiver, another that has not
// gone on; and a receive posted ahead lets its sender meet the one that is awaited.
TEST(RunAhead, ExchangesWithOneRankAfterTheOther) {
  Schedule schedule;
  for (const int i : {1, 2, 3}) {
    schedule.NextRound().Receive(4 - i, Output(i, 1)).Send(i, Input(i, 1));
  }
  const auto place = [ahead = Ahead(schedule)](const Action& action) {
    return std::ranges::find(ahead, action) - ahead.begin();
  };
  EXPECT_LT(place({kWait, 0}), place({kStart, 3}));
  EXPECT_LT(place({kWait, 2}), place({kStart, 5}));
  EXPECT_LT(place({kStart, 1}), place({kPost, 2}));
  EXPECT_LT(place({kStart, 3}), place({kPost, 4}));
}

// Two long messages to one rank would share the line, and the first would arrive later.
TEST(RunAhead, SendsLongMessagesToOneRankAlone) {
  Schedule schedule;
  for (const int i : {0, 1, 2}) schedule.Send(1, Output(i, 1)).NextRound();
  const auto ahead = [&](Bytes element) {
    return RunAhead(Collective::kBcast, {.ranks = 2, .elements = 3, .element = element}, 0,
                    schedule);
  };
  const std::vector<Action> alone = {{kStart, 0}, {kWait, 0},  {kStart, 1},
                                     {kWait, 1},  {kStart, 2}, {kWait, 2}};
  const std::vector<Action> together = {{kStart, 0}, {kStart, 1}, {kWait, 0},
                                        {kStart, 2}, {kWait, 1},  {kWait, 2}};
  EXPECT_THAT(ahead(kMostTogether), ElementsAreArray(together));
  EXPECT_THAT(ahead(Bytes{kMostTogether.count + 1}), ElementsAreArray(alone));
}

// The streams of two senders are received at the same time.
TEST(RunAhead, PostsReceivesOfStreamsWhateverOthersSend) {
  Schedule schedule;
  for (const int i : {0, 1}) {
    schedule.Receive(1 + i, Output(i, 1)).Send(3, Input(i, 1)).NextRound();
  }
  const auto posts_ahead = [](const Program& ahead) {
    return std::ranges::find(ahead, Action{kPost, 2}) < std::ranges::find(ahead, Action{kStart, 1});
  };
  EXPECT_FALSE(posts_ahead(Ahead(schedule)));
  EXPECT_TRUE(posts_ahead(Ahead(schedule.Stream())));
}

TEST(RunAhead, OfStreamsIsWorthItWhateverTheirLength) {
  Schedule schedule;
  for (const int i : {0, 1, 2, 3}) {
    schedule.Receive(1 + i % 2, Output(i, 1)).Send(3, Input(i, 1)).NextRound();
  }
  const auto program = [&](std::int64_t bytes) {
    return ProgramOf(Collective::kBcast, {.ranks = 4, .elements = 4, .element = Bytes{bytes}}, 0,
                     schedule);
  };
  EXPECT_TRUE(program(kLeastAhead.count - 1).empty());
  EXPECT_FALSE(program(kLeastAhead.count).empty());
  schedule.Stream();
  EXPECT_FALSE(program(1).empty());
}

// Several paced sends are under way: as many as have kMostTogether, and two long ones.
TEST(RunAhead, HasSeveralPacedSendsUnderWay) {
  Schedule schedule;
  for (const int i : {0, 1, 2, 3}) schedule.Send(1, Output(i, 1)).NextRound();
  schedule.PaceSource();
  const auto ahead = [&](Bytes element) {
    return RunAhead(Collective::kBcast, {.ranks = 2, .elements = 4, .element = element}, 0,
                    schedule);
  };
  const std::vector<Action> three = {{kStart, 0}, {kStart, 1}, {kStart, 2}, {kWait, 0},
                                     {kStart, 3}, {kWait, 1},  {kWait, 2},  {kWait, 3}};
  EXPECT_THAT(ahead(Bytes{kMostTogether.count / 3}), ElementsAreArray(three));
  const std::vector<Action> two = {{kStart, 0}, {kStart, 1}, {kWait, 0}, {kStart, 2},
                                   {kWait, 1},  {kStart, 3}, {kWait, 2}, {kWait, 3}};
  EXPECT_THAT(ahead(4 * kMostTogether), ElementsAreArray(two));
}

TEST(RunAhead, PostsTheNextReceiveOfAPipelinedReduction) {
  const Choice chain = ParseChoice(Collective::kReduce, "chain:segment=1");
  const Shape shape{.ranks = 3, .elements = 12};
  const Schedule schedule = chain.algorithm->build(shape, 1, chain.parameters);
  const Program ahead = RunAhead(Collective::kReduce, shape, 1, schedule);
  int early = 0;
  std::uint32_t posted = 0;
  for (const Action& action : ahead) {
    const bool receives = action.index < schedule.messages().size() &&
                          schedule.messages()[action.index].side == Message::Side::kReceive;
    if (action.kind == kPost) posted = action.index;
    if (action.kind == kWait && receives && posted > action.index) ++early;
  }
  EXPECT_EQ(early, 12 - 2);  // all but the first, which tells of the sender, and the last
}

TEST(RunAhead, SaysNowWhenAllIsDone) {
  Schedule schedule;
  schedule.Receive(1, Output(1, 1)).NextRound().Send(2, kNothing);
  const std::vector<Action> want = {{kPost, 0}, {kWait, 0}, {kStart, 1}, {kWait, 1}};
  EXPECT_THAT(Ahead(schedule), ElementsAreArray(want));
}

/// The effects of one rank's schedule on marks, which stand for data: where each is from.
struct Outcome {
  std::map<std::uint32_t, std::vector<std::uint64_t>> sent;
  std::vector<std::uint64_t> memory;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// When messages move: a receive writes as it is posted or when it was waited for, a send reads as
/// it starts or when it was waited for.
struct Timing {
  bool receives_early;
  bool sends_late;
};

constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;

class Performance {
 public:
  Performance(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule)
      : schedule_(schedule), buffers_(BuffersOf(collective, shape, rank)) {
    output_ = buffers_.shared ? 0 : static_cast<std::size_t>(buffers_.input);
    scratch_ = buffers_.shared ? static_cast<std::size_t>(std::max(buffers_.input, buffers_.output))
                               : output_ + static_cast<std::size_t>(buffers_.output);
    slots_ = scratch_ + static_cast<std::size_t>(schedule.scratch());
    memory_.resize(slots_ + static_cast<std::size_t>(schedule.slots()));
    for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = (i + 1) * kMix;
  }

  Outcome Run(const Program& program, const Timing& timing) {
    Outcome outcome;
    const auto move = [&](std::uint32_t index) {
      const Message& message = schedule_.messages()[index];
      std::uint64_t mark = index * kMix;
      for (const Block& part : schedule_.PartsOf(message)) {
        for (std::int64_t i = 0; i < part.count; ++i) {
          if (message.side == Message::Side::kReceive) {
            At(part, i) = ++mark;
          } else {
            outcome.sent[index].push_back(At(part, i));
          }
        }
      }
    };
    for (const Action& action : program) {
      switch (action.kind) {
        case kPost:
          if (timing.receives_early) move(action.index);
          break;
        case kStart:
          if (!timing.sends_late) move(action.index);
          break;
        case kWait: {
          const bool receives = schedule_.messages()[action.index].side == Message::Side::kReceive;
          if (receives ? !timing.receives_early : timing.sends_late) move(action.index);
          break;
        }
        case kPerform: {
          const Step& step = schedule_.steps()[action.index];
          for (std::int64_t i = 0; i < step.from.count; ++i) {
            const std::uint64_t from = At(step.from, i);
            std::uint64_t& into = At(step.into, i);
            into = step.kind == Step::Kind::kCopy ? from : from * 31 + into * kMix;
          }
          break;
        }
      }
    }
    outcome.memory = memory_;
    return outcome;
  }

 private:
  std::uint64_t& At(const Block& block, std::int64_t i) {
    std::size_t begin = block.buffer == Buffer::kSlots ? slots_ : scratch_;
    if (block.buffer == Buffer::kInput) begin = static_cast<std::size_t>(buffers_.input_at);
    if (block.buffer == Buffer::kOutput) {
      begin = output_ + static_cast<std::size_t>(buffers_.output_at);
    }
    return memory_[begin + static_cast<std::size_t>(block.first + i)];
  }

  const Schedule& schedule_;
  Buffers buffers_;
  std::size_t output_;
  std::size_t scratch_;
  std::size_t slots_;
  std::vector<std::uint64_t> memory_;
};

constexpr Timing kTimings[] = {{false, false}, {false, true}, {true, false}, {true, true}};

/// Calls visit(collective, shape, rank, schedule, name) for ranks of all algorithms.
template <typename Visit>
void ForEachSchedule(std::initializer_list<int> numbers, Visit visit) {
  constexpr Bytes kElement{8};
  for (const int ranks : numbers) {
    const auto places = TestingPlaces(ranks);
    for (const Algorithm& algorithm : Algorithms()) {
      Choice choice = StandardChoice(algorithm);
      if (choice.parameters.segment > 0) choice.parameters.segment = 2 * kElement.count;
      for (const bool in_place : {false, true}) {
        const Shape shape{ranks, 1,           algorithm.divides ? 13 : 1, kElement, in_place,
                          true,  places.get()};
        if (!Declines(choice, shape).empty()) continue;
        if (in_place && !BuffersOf(algorithm.collective, shape, shape.root).shared) continue;
        for (Rank rank = 0; rank < ranks; ++rank) {
          const Schedule schedule = algorithm.build(shape, rank, choice.parameters);
          visit(algorithm.collective, shape, rank, schedule,
                std::string(algorithm.name) + " of " + std::to_string(ranks) + " ranks, rank " +
                    std::to_string(rank) + (in_place ? ", in place" : ""));
        }
      }
    }
  }
}

/// Whether a program brings the same as the rounds do, whenever its messages move.
bool BringsTheSame(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule,
                   const Program& program) {
  const Outcome want =
      Performance(collective, shape, rank, schedule).Run(RoundByRound(schedule), {false, false});
  return std::ranges::all_of(kTimings, [&](const Timing& timing) {
    return Performance(collective, shape, rank, schedule).Run(program, timing) == want;
  });
}

TEST(RunAhead, BringsTheSameAsTheRounds) {
  int ahead = 0;
  ForEachSchedule({2, 5, 8}, [&](Collective collective, const Shape& shape, Rank rank,
                                 const Schedule& schedule, const std::string& name) {
    const Program program = RunAhead(collective, shape, rank, schedule);
    EXPECT_EQ(CheckProgram(collective, shape, rank, schedule, program), "") << name;
    EXPECT_TRUE(BringsTheSame(collective, shape, rank, schedule, program)) << name;
    if (program != RoundByRound(schedule)) ++ahead;
  });
  EXPECT_GT(ahead, 100);
}

TEST(CheckProgram, AcceptsTheRoundsThemselves) {
  ForEachSchedule({2, 5, 8}, [](Collective collective, const Shape& shape, Rank rank,
                                const Schedule& schedule, const std::string& name) {
    EXPECT_EQ(CheckProgram(collective, shape, rank, schedule, RoundByRound(schedule)), "") << name;
  });
}

/// Counts programs that are changed by `change` at each of their actions, and found out; fails for
/// those that are accepted and bring something else.
int FoundOut(void (*change)(Program& program, std::size_t at)) {
  int found = 0;
  ForEachSchedule({5}, [&](Collective collective, const Shape& shape, Rank rank,
                           const Schedule& schedule, const std::string& name) {
    const Program right = RunAhead(collective, shape, rank, schedule);
    for (std::size_t at = 0; at < right.size(); ++at) {
      Program wrong = right;
      change(wrong, at);
      if (!CheckProgram(collective, shape, rank, schedule, wrong).empty()) {
        ++found;
      } else if (!BringsTheSame(collective, shape, rank, schedule, wrong)) {
        ADD_FAILURE() << name << ": action " << at;
      }
    }
  });
  return found;
}

// A dependency that is removed: the wait comes last.
TEST(CheckProgram, FindsAWaitThatComesTooLate) {
  EXPECT_GT(FoundOut([](Program& program, std::size_t at) {
              if (program[at].kind != kWait) return;
              std::rotate(program.begin() + static_cast<std::ptrdiff_t>(at),
                          program.begin() + static_cast<std::ptrdiff_t>(at) + 1, program.end());
            }),
            100);
}

TEST(CheckProgram, FindsActionsInTheWrongOrder) {
  EXPECT_GT(FoundOut([](Program& program, std::size_t at) {
              if (at > 0) std::swap(program[at - 1], program[at]);
            }),
            100);
}

// If rank 3 had fewer messages, the second receive would take one of its next call.
TEST(CheckProgram, FindsASecondReceiveBeforeTheFirstMessage) {
  const Program early = {{kPost, 0}, {kPost, 2},  {kStart, 1}, {kWait, 0},
                         {kWait, 1}, {kStart, 3}, {kWait, 2},  {kWait, 3}};
  EXPECT_THAT(CheckProgram(Collective::kAllgather, {.ranks = 4, .elements = 1}, 0, Ring(2), early),
              testing::HasSubstr("the first message of its sender"));
}

TEST(CheckProgram, FindsAMessageThatAShorterOneMayOvertake) {
  const Shape shape{.ranks = 2, .elements = 6};
  Schedule receives;
  receives.Receive(1, Output(0, 1)).NextRound().Receive(1, Output(1, 2));
  receives.NextRound().Receive(1, Output(3, 3));
  const Program posted = {{kPost, 0}, {kWait, 0}, {kPost, 1}, {kPost, 2}, {kWait, 1}, {kWait, 2}};
  EXPECT_THAT(CheckProgram(Collective::kBcast, shape, 0, receives, posted),
              testing::HasSubstr("overtake a long one"));
  EXPECT_EQ(RunAhead(Collective::kBcast, shape, 0, receives), RoundByRound(receives));

  Schedule sends;
  sends.Send(1, Output(0, 3)).NextRound().Send(1, Output(3, 2));
  const Program started = {{kStart, 0}, {kStart, 1}, {kWait, 0}, {kWait, 1}};
  EXPECT_THAT(CheckProgram(Collective::kBcast, shape, 0, sends, started),
              testing::HasSubstr("overtake a long one"));
  EXPECT_EQ(RunAhead(Collective::kBcast, shape, 0, sends), RoundByRound(sends));
}

TEST(CheckProgram, FindsAMissingAction) {
  EXPECT_GT(FoundOut([](Program& program, std::size_t at) {
              program.erase(program.begin() + static_cast<std::ptrdiff_t>(at));
            }),
            100);
}

// A ring whose first round ends before the next receive is posted would stand still with others.
TEST(CheckProgram, FindsAWaitThatComesTooEarly) {
  const Schedule ring = Ring(1);
  const Shape shape{.ranks = 4, .elements = 1};
  const Program early = {{kPost, 0}, {kWait, 0}, {kStart, 1}, {kWait, 1}};
  EXPECT_THAT(CheckProgram(Collective::kAllgather, shape, 0, ring, early),
              testing::HasSubstr("before all messages of its round"));
}

}  // namespace
}  // namespace colltune
