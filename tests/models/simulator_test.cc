#include "models/simulator/simulator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "algorithms/registry.h"
#include "models/simulator/schedule_source.h"

namespace colltune::models {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Block kWhole = Output(0, 1);

/// A network of costs that a test writes as a function.
class FunctionNetwork final : public Network {
 public:
  using Function = MessageCost (*)(Rank from, Rank to, double bytes);
  explicit FunctionNetwork(Function function) : function_(function) {}
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return function_(from, to, static_cast<double>(bytes.count));
  }

 private:
  Function function_;
};

/// o_s = 2, 1 per byte after the first, g = 4, L = 10, o_r = 3.
const FunctionNetwork kSimple([](Rank, Rank, double bytes) {
  const Seconds transfer(bytes - 1);
  return MessageCost{.send_overhead = Seconds(2),
                     .transfer = transfer,
                     .gap = Seconds(4) + transfer,
                     .latency = Seconds(10),
                     .receive_overhead = Seconds(3)};
});

std::vector<double> FinishTimes(std::span<const Schedule> schedules, Bytes element,
                                const Network& network) {
  std::vector<double> times;
  for (const Seconds time : Simulate(schedules, element, network)) times.push_back(time.count());
  return times;
}

// The binomial broadcast of 6 bytes from rank 0 of 4. Transfers take 5, the port is closed for 9.
//   rank 0: overhead 0-2, transfer to 2 from 2 to 7, port closed until 11;
//           overhead 7-9, waits for the port, transfer to 1 from 11 to 16: done at 16
//   rank 2: the message arrives at 17, received at 20; overhead 20-22, transfer to 3 from 22 to 27:
//           done at 27
//   rank 1: the message arrives at 26, received at 29
//   rank 3: the message arrives at 37, received at 40
TEST(Simulator, FollowsAHandDrawnBinomialTree) {
  const Choice binomial = ParseChoice(Collective::kBcast, "binomial");
  const Shape shape{.ranks = 4, .element = Bytes{6}};
  EXPECT_THAT(FinishTimes(BuildAll(binomial, shape), Bytes{6}, kSimple),
              ElementsAre(16, 29, 27, 40));
  EXPECT_EQ(Predict(binomial, shape, kSimple), Seconds(40));
}

using Kind = Activity::Kind;

Activity Spent(Kind kind, std::uint32_t round, double begin, double end) {
  return {kind, round, Seconds(begin), Seconds(end)};
}

// The same drawing. Rank 0 sends 0-2, and waits until 7 for its buffer: so round 0 ends at 7.
TEST(Simulator, TracesAHandDrawnBinomialTree) {
  const Shape shape{.ranks = 4, .element = Bytes{6}};
  const std::vector<Schedule> schedules =
      BuildAll(ParseChoice(Collective::kBcast, "binomial"), shape);
  const std::vector<Timeline> timelines = Trace(schedules, Bytes{6}, kSimple);
  ASSERT_EQ(timelines.size(), 4U);
  EXPECT_THAT(timelines[0],
              ElementsAre(Spent(Kind::kSend, 0, 0, 2), Spent(Kind::kAwaitBuffers, 0, 2, 7),
                          Spent(Kind::kSend, 1, 7, 9), Spent(Kind::kAwaitBuffers, 1, 9, 16)));
  EXPECT_THAT(timelines[1],
              ElementsAre(Spent(Kind::kAwaitMessage, 0, 0, 26), Spent(Kind::kReceive, 0, 26, 29)));
  EXPECT_THAT(timelines[2],
              ElementsAre(Spent(Kind::kAwaitMessage, 0, 0, 17), Spent(Kind::kReceive, 0, 17, 20),
                          Spent(Kind::kSend, 1, 20, 22), Spent(Kind::kAwaitBuffers, 1, 22, 27)));
  EXPECT_THAT(timelines[3],
              ElementsAre(Spent(Kind::kAwaitMessage, 0, 0, 37), Spent(Kind::kReceive, 0, 37, 40)));
}

// Messages that arrive together leave no wait between them, and a rank that does nothing has an
// empty time line.
TEST(Simulator, TracesNothingThatTakesNoTime) {
  std::vector<Schedule> schedules(4);
  schedules[0].Receive(1, kWhole).Receive(2, Output(1, 1));
  schedules[1].Send(0, kWhole);
  schedules[2].Send(0, kWhole);
  const std::vector<Timeline> timelines = Trace(schedules, Bytes{1}, kSimple);
  EXPECT_THAT(timelines[0],
              ElementsAre(Spent(Kind::kAwaitMessage, 0, 0, 12), Spent(Kind::kReceive, 0, 12, 15),
                          Spent(Kind::kReceive, 0, 15, 18)));
  EXPECT_THAT(timelines[1], ElementsAre(Spent(Kind::kSend, 0, 0, 2)));
  EXPECT_TRUE(timelines[3].empty());
}

TEST(Simulator, OneRankNeedsNoTime) {
  const Choice binomial = ParseChoice(Collective::kBcast, "binomial");
  EXPECT_EQ(Predict(binomial, {.ranks = 1, .element = Bytes{6}}, kSimple), Seconds(0));
}

// An element of 3 bytes, and a block of 2: 6 bytes, done as rank 1's parent above.
TEST(Simulator, MultipliesElements) {
  std::vector<Schedule> schedules(2);
  schedules[0].Send(1, Output(4, 2));
  schedules[1].Receive(0, Output(4, 2));
  EXPECT_THAT(FinishTimes(schedules, Bytes{3}, kSimple), ElementsAre(7, 20));
}

// Rank 0 sends 100 bytes while it receives one: its buffer is free at 2 + 99, long after the
// receive at 2 + 0 + 10 + 3. Rank 1 has the long message at 101 + 10 + 3.
TEST(Simulator, RoundOfBothEndsWithTheLastOfThem) {
  std::vector<Schedule> schedules(2);
  schedules[0].Receive(1, Output(0, 1)).Send(1, Output(1, 100));
  schedules[1].Receive(0, Output(1, 100)).Send(0, Output(0, 1));
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, kSimple), ElementsAre(101, 114));
}

// Rank 0 starts three sends, at 2, 6 and 10 because of the gap, and its processor is busy until 6
// only. Rank 3's message is there at 2 + 10 = 12: received at 15.
// With an o_s of 20 it would still be busy with its sends: sends come first.
TEST(Simulator, SendsComeBeforeReceives) {
  std::vector<Schedule> schedules(4);
  schedules[0].Receive(3, kWhole);
  for (const Rank to : {1, 2, 3}) schedules[0].Send(to, kWhole);
  schedules[1].Receive(0, kWhole);
  schedules[2].Receive(0, kWhole);
  schedules[3].Receive(0, kWhole).Send(0, kWhole);
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, kSimple), ElementsAre(15, 15, 19, 23));

  // Rank 0's overheads end at 20, 40 and 60; only then is the message of 20 + 10 received.
  const FunctionNetwork slow([](Rank, Rank, double) {
    return MessageCost{
        .send_overhead = Seconds(20), .latency = Seconds(10), .receive_overhead = Seconds(3)};
  });
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, slow), ElementsAre(63, 33, 53, 73));
}

// To rank 0 the messages of 1, 2 and 3 arrive at 30, 10 and 20 and take 5, 1 and 2: taken in at
// 30-35, 35-36 and 36-38. In the order of their arrival it would be 11, 22 and 35.
TEST(Simulator, ReceivesInOrderOfTheReceivesAtCostsByPair) {
  const FunctionNetwork by_pair([](Rank from, Rank, double) {
    constexpr double kLatency[] = {0, 30, 10, 20};
    constexpr double kOverhead[] = {0, 5, 1, 2};
    return MessageCost{.latency = Seconds(kLatency[from]),
                       .receive_overhead = Seconds(kOverhead[from])};
  });
  std::vector<Schedule> schedules(4);
  for (const Rank from : {1, 2, 3}) {
    schedules[0].Receive(from, kWhole);
    schedules[static_cast<std::size_t>(from)].Send(0, kWhole);
  }
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, by_pair), ElementsAre(38, 0, 0, 0));
}

// Ranks 1, 2 and 3 reach rank 0 at 30, 10 and 12, and need its port for 5, 15 and 25.
//   The message of 2 is the first, and waits for none: it arrives at 10.
//   That of 3 arrives at 10 + 25 = 35 rather than 12, and that of 1 at 35 + 5 = 40. That of 1 is
//   received first; the other two, which have arrived by then, are received at 42 and 43.
// With a round for each, the message of 1 is first, at 30. Then the message of 2 arrives at 30 +
// 15, and that of 3 at 45 + 25.
TEST(Simulator, KeepsArrivalsApart) {
  const FunctionNetwork by_pair([](Rank from, Rank, double) {
    constexpr double kLatency[] = {0, 30, 10, 12};
    constexpr double kGap[] = {0, 5, 15, 25};
    return MessageCost{.latency = Seconds(kLatency[from]),
                       .receive_gap = Seconds(kGap[from]),
                       .receive_overhead = Seconds(1)};
  });
  std::vector<Schedule> one_round(4);
  std::vector<Schedule> three(4);
  for (const Rank from : {1, 2, 3}) {
    one_round[0].Receive(from, kWhole);
    three[0].Receive(from, kWhole).NextRound();
    one_round[static_cast<std::size_t>(from)].Send(0, kWhole);
    three[static_cast<std::size_t>(from)].Send(0, kWhole);
  }
  EXPECT_THAT(FinishTimes(one_round, Bytes{1}, by_pair), ElementsAre(43, 0, 0, 0));
  EXPECT_THAT(FinishTimes(three, Bytes{1}, by_pair), ElementsAre(71, 0, 0, 0));
}

/// Expects that windows of `bytes` show the rounds of the whole schedules that have messages.
void ExpectSameRounds(const Choice& choice, const Shape& shape, std::size_t bytes) {
  ScheduleWindows windows(choice, shape, true, bytes);
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    const Schedule whole = choice.algorithm->build(shape, rank, choice.parameters);
    std::size_t round = 0;
    LocalWork work;
    const auto expect_work = [&] {
      const LocalWork found = windows.WorkBefore(rank, round);
      EXPECT_EQ(found.copied, work.copied);
      EXPECT_EQ(found.reduced, work.reduced);
      work = {};
    };
    ASSERT_LE(windows.rounds(rank), whole.rounds());
    for (std::size_t i = 0; i < whole.rounds(); ++i) {
      const std::span<const Message> expected = whole.round(i).messages;
      if (expected.empty()) {
        work.Add(whole.round(i).steps);
        continue;
      }
      ASSERT_LT(round, windows.rounds(rank));
      expect_work();
      work.Add(whole.round(i).steps);
      const std::span<const Message> messages = windows.Messages(rank, round);
      ASSERT_EQ(messages.size(), expected.size());
      for (std::size_t j = 0; j < messages.size(); ++j) {
        ASSERT_EQ(messages[j].side, expected[j].side);
        ASSERT_EQ(messages[j].peer, expected[j].peer);
        ASSERT_EQ(messages[j].block.count, expected[j].block.count);
        ASSERT_EQ(windows.Peer(rank, round, j), expected[j].peer);
      }
      ++round;
    }
    EXPECT_EQ(windows.rounds(rank), round);
    expect_work();
  }
}

// Windows of a round each, of some rounds, and of whole schedules. 37 elements are not divided
// evenly, so that counts differ from message to message.
TEST(ScheduleWindows, HaveTheRoundsOfTheSchedules) {
  const Shape problem{.ranks = 16, .elements = 37};
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    const Shape shape = ScheduleShape(algorithm, problem);
    if (!Declines(choice, shape).empty()) continue;
    SCOPED_TRACE(ToText(choice));
    for (const std::size_t bytes : {1, 200, 1 << 20}) ExpectSameRounds(choice, shape, bytes);
  }
}

/// kSimple, with a cost of copies and reductions: 1 and 100 s per byte, and ten times as much on
/// rank 1.
class LocalNetwork final : public Network {
 public:
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return kSimple.Cost(from, to, bytes);
  }
  LocalCost LocalCostOf(Rank rank) const override {
    return rank == 1 ? LocalCost{10, 1000} : LocalCost{1, 100};
  }
  bool HasLocalCost() const override { return true; }
};

// Elements of 2 bytes. Rank 0 copies 3 before it sends (6 s), its message is on its way from 8 to
// 19, and it copies 2 at the end: 9 + 4 s, as the transfer ends at 9. Rank 1 receives until 22, and
// reduces 1 element and copies 1: 2000 + 20 s.
TEST(Simulator, TakesTimeForSteps) {
  std::vector<Schedule> schedules(2);
  schedules[0]
      .Copy(Input(0, 3), Output(0, 3))
      .NextRound()
      .Send(1, kWhole)
      .NextRound()
      .Copy(Output(0, 2), Scratch(0, 2));
  schedules[1].Receive(0, Scratch(0, 1)).Reduce(Scratch(0, 1), kWhole).Copy(kWhole, Scratch(0, 1));
  EXPECT_THAT(FinishTimes(schedules, Bytes{2}, LocalNetwork()), ElementsAre(13, 2042));
  EXPECT_THAT(Trace(schedules, Bytes{2}, LocalNetwork())[0],
              ElementsAre(Spent(Kind::kLocal, 1, 0, 6), Spent(Kind::kSend, 1, 6, 8),
                          Spent(Kind::kAwaitBuffers, 1, 8, 9), Spent(Kind::kLocal, 3, 9, 13)));
  EXPECT_THAT(CriticalPath(schedules, Bytes{2}, LocalNetwork()),
              ElementsAre(PathStep{PathStep::Kind::kLocal, 0, 0, 1, Seconds(0), Seconds(6)},
                          PathStep{PathStep::Kind::kSend, 0, 1, 1, Seconds(6), Seconds(8)},
                          PathStep{PathStep::Kind::kWire, 0, 1, 1, Seconds(8), Seconds(19)},
                          PathStep{PathStep::Kind::kReceive, 1, 0, 0, Seconds(19), Seconds(22)},
                          PathStep{PathStep::Kind::kLocal, 1, 1, 1, Seconds(22), Seconds(2042)}));
}

// Parts of schedules know no rounds without messages, but what is done in them.
TEST(Simulator, PredictsTheTimeOfSteps) {
  for (const char* name : {"bruck:k=2", "pairwise"}) {
    const Choice choice = ParseChoice(Collective::kAlltoall, name);
    const Shape shape = ScheduleShape(*choice.algorithm, {.ranks = 6, .elements = 5});
    const std::vector<Schedule> schedules = BuildAll(choice, shape);
    EXPECT_EQ(Predict(choice, shape, LocalNetwork()),
              std::ranges::max(Simulate(schedules, shape.element, LocalNetwork())))
        << name;
  }
}

// Ranks agree on the largest block by a message of 8 bytes in each round, before they begin. Slots
// have 4 bytes more than the largest block.
TEST(Simulator, PredictsTheAgreementAndTheSchedule) {
  const Choice agreement = ParseChoice(Collective::kAllreduce, "recursive_doubling");
  const Choice choice = ParseChoice(Collective::kAlltoallv, "bruck:k=2:padded=100");
  const Shape eight{.ranks = 6, .element = Bytes{8}};
  for (const int bytes : {20, 100, 101}) {
    const Shape shape{.ranks = 6, .element = Bytes{bytes}};
    const Bytes in_messages{bytes <= 100 ? bytes + 4 : bytes};
    const Seconds together =
        Predict(agreement, eight, LocalNetwork()) +
        std::ranges::max(Simulate(BuildAll(choice, shape), in_messages, LocalNetwork()));
    const Shape problem{.ranks = 6, .elements = bytes};
    EXPECT_EQ(Predict(choice, problem, LocalNetwork()), together) << bytes;
    EXPECT_EQ(PredictWithin(choice, problem, LocalNetwork(), together), together) << bytes;
    EXPECT_EQ(PredictWithin(choice, problem, LocalNetwork(), 0.99 * together), std::nullopt);
    EXPECT_EQ(PredictWithin(choice, problem, LocalNetwork(), Seconds(1)), std::nullopt);
    EXPECT_EQ(PredictSiblings(choice, std::span(&problem, 1), LocalNetwork(), together), together);
  }
}

// Ranks pass on 10,000 segments in a round each, more than the simulator keeps: their schedules are
// built several times.
TEST(Simulator, PredictsFromPartsOfSchedules) {
  const FunctionNetwork by_pair([](Rank from, Rank to, double) {
    return MessageCost{.send_overhead = Seconds(1 + from % 3),
                       .latency = Seconds(5 + (from + to) % 7),
                       .receive_overhead = Seconds(2)};
  });
  for (const char* name : {"chain_pipelined:segment=1", "circulant:segment=1"}) {
    const Choice choice = ParseChoice(Collective::kBcast, name);
    const Shape shape{.ranks = 5, .elements = 10'000};
    const std::vector<Schedule> schedules = BuildAll(choice, shape);
    ASSERT_GT(schedules[1].messages().size() * 4, ScheduleWindows::kBytes);
    EXPECT_EQ(Predict(choice, shape, by_pair),
              std::ranges::max(Simulate(schedules, shape.element, by_pair)))
        << name;
    // Elements of 4 KiB are worth running ahead.
    Shape large = shape;
    large.element = kLeastAhead;
    const std::vector<Program> ahead = ProgramsOf(Collective::kBcast, large, schedules);
    ASSERT_FALSE(ahead[1].empty());
    EXPECT_EQ(Predict(choice, large, by_pair),
              std::ranges::max(Simulate(schedules, large.element, by_pair, ahead)))
        << name;
  }
}

// A chain 0 - 1 - 2 - 0 whose links cost 1, 10 and 100 forward, and a thousand times as much
// backward: a cost of the wrong direction would show.
TEST(Simulator, AsksForTheCostInTheDirectionOfTheMessage) {
  const FunctionNetwork directed([](Rank from, Rank to, double) {
    constexpr double kForward[] = {1, 10, 100};
    return MessageCost{.latency =
                           Seconds((from + 1) % 3 == to ? kForward[from] : 1000 * kForward[to])};
  });
  std::vector<Schedule> schedules(3);
  schedules[0].Send(1, kWhole).NextRound().Receive(2, kWhole);
  schedules[1].Receive(0, kWhole).NextRound().Send(2, kWhole);
  schedules[2].Receive(1, kWhole).NextRound().Send(0, kWhole);
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, directed), ElementsAre(111, 1, 11));
}

// Rank 0 sends messages of 1, 2, .. 500 bytes to each of four ranks before any is received, each in
// a round of its own. Message k arrives after the transfers before it and its own; receiving it
// costs time for its bytes. Matched in any other order, a receiver would end at another time: each
// receives message k before k + 1 arrives, up to the last of 500 bytes.
TEST(Simulator, MatchesMessagesOfAPairInOrder) {
  const FunctionNetwork by_size([](Rank, Rank, double bytes) {
    return MessageCost{
        .transfer = Seconds(bytes), .gap = Seconds(bytes), .receive_overhead = Seconds(bytes / 2)};
  });
  constexpr int kReceivers = 4;
  constexpr int kMessages = 500;
  std::vector<Schedule> schedules(1 + kReceivers);
  for (int k = 1; k <= kMessages; ++k) {
    for (int r = 1; r <= kReceivers; ++r) {
      schedules[0].Send(r, Output(0, k));
      schedules[static_cast<std::size_t>(r)].Receive(0, Output(0, k)).NextRound();
    }
  }
  // The last message to rank r leaves when kReceivers - r others of 500 bytes are still to go.
  const double all = kReceivers * kMessages * (kMessages + 1) / 2.0;
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, by_size),
              ElementsAre(all, all - 1500 + 250, all - 1000 + 250, all - 500 + 250, all + 250));
}

std::string DeadlockOf(std::span<const Schedule> schedules) {
  try {
    Simulate(schedules, Bytes{1}, kSimple);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return {};
}

TEST(Simulator, NamesTheRanksOfADeadlock) {
  // Rank 0 is done; 1 and 2 wait for each other in their second rounds.
  std::vector<Schedule> circle(3);
  circle[0].Send(1, kWhole).Send(2, kWhole);
  circle[1].Receive(0, kWhole).NextRound().Receive(2, kWhole).NextRound().Send(2, kWhole);
  circle[2].Receive(0, kWhole).NextRound().Receive(1, kWhole).NextRound().Send(1, kWhole);
  EXPECT_THAT(DeadlockOf(circle), HasSubstr("rank 1 waits in round 1 for a message that rank 2"));

  // One message for two receives.
  std::vector<Schedule> short_of_one(2);
  short_of_one[0].Send(1, kWhole);
  short_of_one[1].Receive(0, kWhole).Receive(0, kWhole);
  EXPECT_THAT(DeadlockOf(short_of_one),
              HasSubstr("rank 1 waits in round 0 for a message that rank 0"));
}

}  // namespace
}  // namespace colltune::models
