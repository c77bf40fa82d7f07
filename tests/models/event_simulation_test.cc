// Networks on which messages share links, or wait for their receivers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "algorithms/registry.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Block kWhole = Output(0, 1);

/// A network of costs and routes that a test writes as functions.
class EventNetwork final : public Network {
 public:
  using CostFunction = MessageCost (*)(Rank from, Rank to, double bytes);
  using RouteFunction = Route (*)(Rank from, Rank to);

  explicit EventNetwork(
      CostFunction cost, std::vector<SharedLink> links = {},
      RouteFunction route = [](Rank, Rank) { return Route{}; })
      : cost_(cost), links_(std::move(links)), route_(route) {}

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return cost_(from, to, static_cast<double>(bytes.count));
  }
  std::span<const SharedLink> Links() const override { return links_; }
  Route RouteOf(Rank from, Rank to) const override { return route_(from, to); }
  bool HasRendezvous() const override { return true; }
  LocalCost LocalCostOf(Rank rank) const override { return local_(rank); }
  bool HasLocalCost() const override { return static_cast<bool>(local_(0)); }
  void SetLocal(LocalCost (*local)(Rank)) { local_ = local; }

 private:
  CostFunction cost_;
  std::vector<SharedLink> links_;
  RouteFunction route_;
  LocalCost (*local_)(Rank) = [](Rank) { return LocalCost{}; };
};

/// A network of the same costs, for the engine without events.
class PlainNetwork final : public Network {
 public:
  explicit PlainNetwork(EventNetwork::CostFunction cost) : cost_(cost) {}
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return cost_(from, to, static_cast<double>(bytes.count));
  }
  LocalCost LocalCostOf(Rank rank) const override { return local_(rank); }
  bool HasLocalCost() const override { return static_cast<bool>(local_(0)); }
  void SetLocal(LocalCost (*local)(Rank)) { local_ = local; }

 private:
  EventNetwork::CostFunction cost_;
  LocalCost (*local_)(Rank) = [](Rank) { return LocalCost{}; };
};

std::vector<double> FinishTimes(std::span<const Schedule> schedules, Bytes element,
                                const Network& network, std::span<const Program> programs = {}) {
  std::vector<double> times;
  for (const Seconds time : Simulate(schedules, element, network, programs)) {
    times.push_back(time.count());
  }
  return times;
}

/// o_s = 2, 1 per byte, g = 0, L = 10, o_r = 3; every message is a rendezvous.
MessageCost Rendezvous(Rank, Rank, double bytes) {
  return {.send_overhead = Seconds(2),
          .transfer = Seconds(bytes),
          .gap = Seconds(bytes),
          .latency = Seconds(10),
          .receive_overhead = Seconds(3),
          .rendezvous = true};
}

MessageCost Eager(Rank from, Rank to, double bytes) {
  MessageCost cost = Rendezvous(from, to, bytes);
  cost.rendezvous = false;
  return cost;
}

// Rank 1 first receives one byte of rank 2: sent from 2, there at 13, received at 16. Then it posts
// the receive of rank 0's 5 bytes, which start at 16, arrive at 31 and are received at 34. Rank 0
// was ready at 2, and is complete at 31.
TEST(EventSimulation, RendezvousWaitsForTheReceive) {
  std::vector<Schedule> schedules(3);
  schedules[0].Send(1, Output(0, 5));
  schedules[1].Receive(2, kWhole).NextRound().Receive(0, Output(0, 5));
  schedules[2].Send(1, kWhole);
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, EventNetwork(Rendezvous)), ElementsAre(31, 34, 13));
  // Eager, the message arrives at 17 already, and rank 0 is done when the bytes have left, at 7.
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, EventNetwork(Eager)), ElementsAre(7, 20, 3));
}

// Rank 1 posts both receives at 0: both messages start when they are ready, at 2. The byte arrives
// at 13 and is received at 16, the 5 bytes arrive at 17 and are received at 20.
TEST(EventSimulation, AReceivePostedAheadLetsItsRendezvousStart) {
  using enum Action::Kind;
  std::vector<Schedule> schedules(3);
  schedules[0].Send(1, Output(0, 5));
  schedules[1].Receive(2, kWhole).NextRound().Receive(0, Output(0, 5));
  schedules[2].Send(1, kWhole);
  const std::vector<Program> programs = {{}, {{kPost, 0}, {kPost, 1}, {kWait, 0}, {kWait, 1}}, {}};
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, EventNetwork(Rendezvous), programs),
              ElementsAre(17, 20, 13));
}

// A paced send is complete when it is there, at 13: the second one starts then, and is there at 26.
// Without a pace they are complete when the byte has left, at 3 and at 6.
TEST(EventSimulation, APacedSendIsCompleteWhenItIsReceived) {
  using enum Action::Kind;
  std::vector<Schedule> schedules(2);
  schedules[0].Send(1, kWhole).NextRound().Send(1, kWhole);
  schedules[1].Receive(0, kWhole).NextRound().Receive(0, kWhole);
  const std::vector<Program> programs = {{{kStart, 0}, {kWait, 0}, {kStart, 1}, {kWait, 1}}, {}};
  const EventNetwork events(Eager);
  const PlainNetwork plain(Eager);
  for (const Network* network :
       {static_cast<const Network*>(&events), static_cast<const Network*>(&plain)}) {
    for (const bool is_paced : {false, true}) {
      if (is_paced) schedules[0].PaceSource();
      EXPECT_THAT(FinishTimes(schedules, Bytes{1}, *network, programs),
                  is_paced ? ElementsAre(26, 29) : ElementsAre(6, 19));
    }
    schedules[0] = Schedule().Send(1, kWhole).NextRound().Send(1, kWhole);
  }
}

// Rank 0 sends to rank 2 before it waits for rank 1's byte, which is late: rank 1 gets it from
// rank 3, at 16, and passes it on, arriving at 29. Rank 2 has its byte at 16, not at 48.
TEST(EventSimulation, ASendThatNeedsNoReceiveDoesNotWaitForIt) {
  using enum Action::Kind;
  std::vector<Schedule> schedules(4);
  schedules[0].Receive(1, kWhole).NextRound().Send(2, Output(1, 1));
  schedules[1].Receive(3, kWhole).NextRound().Send(0, kWhole);
  schedules[2].Receive(0, kWhole);
  schedules[3].Send(1, kWhole);
  const std::vector<Program> programs = {
      {{kPost, 0}, {kStart, 1}, {kWait, 0}, {kWait, 1}}, {}, {}, {}};
  for (const bool with_events : {false, true}) {
    const EventNetwork events(Eager);
    const PlainNetwork plain(Eager);
    const Network& network = with_events ? static_cast<const Network&>(events) : plain;
    EXPECT_THAT(FinishTimes(schedules, Bytes{1}, network), ElementsAre(35, 19, 48, 3));
    EXPECT_THAT(FinishTimes(schedules, Bytes{1}, network, programs), ElementsAre(32, 19, 16, 3));
  }
}

// Both ranks post before they send: no deadlock. The transfers start at 2 and arrive at 17.
TEST(EventSimulation, RendezvousOfTwoThatFaceEachOther) {
  std::vector<Schedule> schedules(2);
  schedules[0].Receive(1, Output(0, 5)).Send(1, Output(5, 5));
  schedules[1].Receive(0, Output(0, 5)).Send(0, Output(5, 5));
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, EventNetwork(Rendezvous)), ElementsAre(20, 20));
}

TEST(EventSimulation, NamesTheRanksOfADeadlock) {
  const auto deadlock = [](std::span<const Schedule> schedules) -> std::string {
    try {
      Simulate(schedules, Bytes{1}, EventNetwork(Rendezvous));
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return {};
  };
  std::vector<Schedule> silent(2);
  silent[1].Receive(0, kWhole);
  EXPECT_THAT(deadlock(silent), HasSubstr("rank 1 waits in round 0 for a message that rank 0 "
                                          "never sends"));
  // Each rank sends before it receives, in a round of its own.
  std::vector<Schedule> sends(2);
  sends[0].Send(1, kWhole).NextRound().Receive(1, kWhole);
  sends[1].Send(0, kWhole).NextRound().Receive(0, kWhole);
  EXPECT_THAT(deadlock(sends), HasSubstr("rank 0 waits in round 0 for a message that rank 1 "
                                         "never receives"));
}

/// One link of 1 per byte, which every message crosses.
EventNetwork OneLink(EventNetwork::CostFunction cost) {
  return EventNetwork(cost, {{.name = "wire", .byte_time = 1}},
                      [](Rank, Rank) { return Route{.links = {0}, .count = 1}; });
}

// Ranks 0 and 1 send 10 and 30 bytes to 2 and 3 over one wire. Overheads are spent at 2, latencies
// at 12. Both flow at 1/2: the 10 bytes are there at 32, when 20 of the 30 are left, which then
// flow at 1 and are there at 52. The senders have gone on at 2.
TEST(EventSimulation, FlowsShareALink) {
  std::vector<Schedule> schedules(4);
  schedules[0].Send(2, Output(0, 10));
  schedules[1].Send(3, Output(0, 30));
  schedules[2].Receive(0, Output(0, 10));
  schedules[3].Receive(1, Output(0, 30));
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, OneLink(Eager)), ElementsAre(2, 2, 35, 55));
  // Rendezvous: complete when they have arrived.
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, OneLink(Rendezvous)), ElementsAre(32, 52, 35, 55));
}

// The same with latencies of 10 and 20, so with weights of 2 to 1. The 16 bytes flow alone from 12
// to 22. The other 6 of them take 9 at 2/3, until 31. Then 3 of the 6 bytes are left, and arrive at
// 34.
TEST(EventSimulation, FlowsOfAShorterWayGetMore) {
  const auto latency_by_sender = [](Rank from, Rank to, double bytes) {
    MessageCost cost = Eager(from, to, bytes);
    cost.latency = Seconds(from == 0 ? 10 : 20);
    return cost;
  };
  std::vector<Schedule> schedules(4);
  schedules[0].Send(2, Output(0, 16));
  schedules[1].Send(3, Output(0, 6));
  schedules[2].Receive(0, Output(0, 16));
  schedules[3].Receive(1, Output(0, 6));
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, OneLink(latency_by_sender)),
              ElementsAre(2, 2, DoubleNear(34, 1e-12), DoubleNear(37, 1e-12)));
}

/// A switch that keeps 8 bytes for each rank, and needs 100 to notice that it has lost a message.
class Overflowing final : public Network {
 public:
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    MessageCost cost = Eager(from, to, static_cast<double>(bytes.count));
    cost.rendezvous = bytes > Bytes{20};
    return cost;
  }
  Incast IncastLimit() const override { return {.buffer = Bytes{8}, .delay = Seconds(100)}; }
  SwitchPort PortTo(Rank to) const override { return {.host = to, .byte_time = 1}; }
};

// Three messages of 4 bytes at once: the third finds 8 bytes in the switch, and arrives at 116
// rather than 16. Of three messages of 10 bytes, more than the switch keeps, the first finds it
// empty. A rendezvous of 30 bytes is asked for, and so never dropped.
TEST(EventSimulation, DropsWhatASwitchCannotKeep) {
  const auto last_of_three = [](std::int64_t bytes) {
    std::vector<Schedule> schedules(4);
    for (const Rank from : {1, 2, 3}) {
      schedules[0].Receive(from, Output(0, bytes));
      schedules[static_cast<std::size_t>(from)].Send(0, Output(0, bytes));
    }
    return FinishTimes(schedules, Bytes{1}, Overflowing())[0];
  };
  EXPECT_EQ(last_of_three(4), 116 + 3);
  EXPECT_EQ(last_of_three(10), 122 + 3 + 3);
  EXPECT_EQ(last_of_three(30), 42 + 3 + 3 + 3);
  // Sent one after another, all messages are kept.
  std::vector<Schedule> in_turn(4);
  for (const Rank from : {1, 2, 3}) {
    Schedule& sender = in_turn[static_cast<std::size_t>(from)];
    in_turn[0].Send(from, kNothing).NextRound().Receive(from, Output(0, 8)).NextRound();
    sender.Receive(0, kNothing).NextRound().Send(0, Output(0, 8));
  }
  // To the rank 2 + 10 + 3, back 2 + 8 + 10 + 3.
  EXPECT_EQ(FinishTimes(in_turn, Bytes{1}, Overflowing())[0], 3 * (15 + 23));
}

// The switch passes on a byte a second. Of 6 bytes that come at 2, 4 are left at 4: there is room
// for 4 more, which arrive at 18 as the others, and not for 5.
TEST(EventSimulation, PassesOnWhatASwitchKeeps) {
  const auto later = [](std::int64_t bytes) {
    std::vector<Schedule> schedules(4);
    schedules[0].Receive(1, Output(0, 6)).Receive(2, Output(6, bytes));
    schedules[1].Send(0, Output(0, 6));
    schedules[3].Receive(2, kNothing);
    schedules[2].Send(3, kNothing).Send(0, Output(6, bytes));
    return FinishTimes(schedules, Bytes{1}, Overflowing())[0];
  };
  EXPECT_EQ(later(4), 18 + 3 + 3);
  EXPECT_EQ(later(5), 119 + 3);
}

// A message of 10 bytes that takes 40 by itself gets a quarter of the wire, from 12 on. The other
// message gets the rest, and its 30 bytes have also arrived after 40. An empty message takes its
// own time.
TEST(EventSimulation, SlowMessagesLeaveTheRest) {
  const auto slow = [](Rank from, Rank to, double bytes) {
    MessageCost cost = Eager(from, to, bytes);
    if (from == 0) cost.transfer = Seconds(4 * bytes);
    if (bytes == 0) cost.transfer = Seconds(7);
    return cost;
  };
  std::vector<Schedule> schedules(6);
  schedules[0].Send(2, Output(0, 10));
  schedules[1].Send(3, Output(0, 30));
  schedules[2].Receive(0, Output(0, 10));
  schedules[3].Receive(1, Output(0, 30));
  schedules[4].Send(5, kNothing);
  schedules[5].Receive(4, kNothing);
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, OneLink(slow)), ElementsAre(2, 2, 55, 55, 2, 22));
}

// Two messages of 10 bytes from one rank in one round. With a gap of 4 above the transfer, the
// overheads end at 2 and 4, and the port opens at 2 and 6. The first message flows alone from 12 to
// 16, then both flow. Its 6 remaining bytes take 12, until 28. Then the second has 4 left, which
// arrive at 32.
TEST(EventSimulation, PortKeepsFlowsApartByTheGap) {
  const auto with_gap = [](Rank from, Rank to, double bytes) {
    MessageCost cost = Eager(from, to, bytes);
    cost.gap += Seconds(4);
    return cost;
  };
  std::vector<Schedule> schedules(3);
  schedules[0].Send(1, Output(0, 10)).Send(2, Output(10, 10));
  schedules[1].Receive(0, Output(0, 10));
  schedules[2].Receive(0, Output(0, 10));
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, OneLink(with_gap)), ElementsAre(4, 31, 35));
}

// n ranks each send m bytes to rank 0, whose link has the time b per byte: all bytes have passed
// after n m b, and as all are alike they arrive together: n o_r then.
TEST(EventSimulation, LinksConserveBytes) {
  for (const int senders : {1, 2, 7, 40}) {
    std::vector<Schedule> schedules(static_cast<std::size_t>(senders) + 1);
    for (int i = 1; i <= senders; ++i) {
      schedules[0].Receive(i, Output(i, 1));
      schedules[static_cast<std::size_t>(i)].Send(0, kWhole);
    }
    const double expected = 2 + 10 + senders * 100 + senders * 3;
    EXPECT_THAT(FinishTimes(schedules, Bytes{100}, OneLink(Eager))[0],
                DoubleNear(expected, 1e-11 * expected));
  }
}

// Two empty messages carry 5 bytes each: both have passed the wire of 1 a byte at 12 + 10.
TEST(EventSimulation, LinksCarryEnvelopes) {
  const auto enveloped = [](Rank from, Rank to, double bytes) {
    MessageCost cost = Eager(from, to, bytes);
    cost.envelope = 5;
    cost.transfer = cost.gap = Seconds(bytes + 5);
    return cost;
  };
  std::vector<Schedule> schedules(4);
  schedules[0].Send(2, kNothing);
  schedules[1].Send(3, kNothing);
  schedules[2].Receive(0, kNothing);
  schedules[3].Receive(1, kNothing);
  EXPECT_THAT(FinishTimes(schedules, Bytes{1}, OneLink(enveloped)), ElementsAre(2, 2, 25, 25));
}

// Every rank has a link out and one in of 1 per byte. All exchange with all in one round: all P-1
// messages of a rank flow together, and have passed after (P-1) m, if they begin together: o_s 0.
TEST(EventSimulation, AlltoallIsAlikeForAll) {
  constexpr int kRanks = 12;
  std::vector<SharedLink> links(std::size_t{2} * kRanks, {.name = "port", .byte_time = 1});
  const EventNetwork network(
      [](Rank, Rank, double bytes) {
        return MessageCost{
            .transfer = Seconds(bytes), .gap = Seconds(bytes), .latency = Seconds(10)};
      },
      links,
      [](Rank from, Rank to) {
        return Route{.links = {from, kRanks + to}, .count = 2};
      });
  std::vector<Schedule> schedules(kRanks);
  for (Rank rank = 0; rank < kRanks; ++rank) {
    Schedule& schedule = schedules[static_cast<std::size_t>(rank)];
    for (int i = 1; i < kRanks; ++i) schedule.Receive((rank + i) % kRanks, Output(i, 1));
    for (int i = 1; i < kRanks; ++i) schedule.Send((rank + i) % kRanks, kWhole);
  }
  EXPECT_THAT(FinishTimes(schedules, Bytes{50}, network),
              testing::Each(DoubleNear(10 + (kRanks - 1) * 50, 1e-9)));
}

// The two engines have to agree for all algorithms, where nothing is shared and no message waits
// for its receive: they compute the same times in different orders.
TEST(EventSimulation, AgreesWithTheEngineWithoutEvents) {
  const auto cost = [](Rank from, Rank to, double bytes) {
    const Seconds transfer(bytes * (1 + from % 3));
    return MessageCost{.send_overhead = Seconds(2 + to % 2),
                       .transfer = transfer,
                       .gap = Seconds(4) + transfer,
                       .latency = Seconds(10 + (from + to) % 5),
                       .receive_overhead = Seconds(3)};
  };
  EventNetwork with_events(cost);
  PlainNetwork plain(cost);
  const auto local = [](Rank rank) { return LocalCost{.copy = 1.0 + rank % 2, .reduce = 3}; };
  with_events.SetLocal(local);
  plain.SetLocal(local);
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    for (const int ranks : {2, 5, 8, 13}) {
      const Shape shape{.ranks = ranks, .root = ranks / 2, .elements = algorithm.divides ? 20 : 1};
      if (!Declines(choice, shape).empty()) continue;
      const std::vector<Schedule> schedules = BuildAll(choice, shape);
      EXPECT_EQ(Simulate(schedules, Bytes{3}, with_events), Simulate(schedules, Bytes{3}, plain))
          << algorithm.name << ", " << ranks << " ranks";
      EXPECT_EQ(Trace(schedules, Bytes{3}, with_events), Trace(schedules, Bytes{3}, plain))
          << algorithm.name << ", " << ranks << " ranks";
      std::vector<Program> ahead;
      for (Rank rank = 0; rank < ranks; ++rank) {
        ahead.push_back(
            AheadOf(algorithm.collective, shape, rank, schedules[static_cast<std::size_t>(rank)]));
      }
      EXPECT_EQ(Trace(schedules, Bytes{3}, with_events, ahead),
                Trace(schedules, Bytes{3}, plain, ahead))
          << algorithm.name << ", " << ranks << " ranks, ahead";
    }
  }
}

using PathKind = PathStep::Kind;

PathStep Step(PathKind kind, Rank rank, Rank peer, std::uint32_t round, double begin, double end) {
  return {kind, rank, peer, round, Seconds(begin), Seconds(end)};
}

// The broadcast of 5 bytes to 1 and then 2 by a root that waits for its buffer in between.
TEST(CriticalPath, GoesThroughBuffers) {
  const Choice flat = ParseChoice(Collective::kBcast, "flat");
  EXPECT_THAT(
      CriticalPath(BuildAll(flat, {.ranks = 3}), Bytes{5}, PlainNetwork(Eager)),
      ElementsAre(Step(PathKind::kSend, 0, 1, 0, 0, 2), Step(PathKind::kWire, 0, 1, 0, 2, 7),
                  Step(PathKind::kSend, 0, 2, 1, 7, 9), Step(PathKind::kWire, 0, 2, 1, 9, 24),
                  Step(PathKind::kReceive, 2, 0, 0, 24, 27)));
}

// Binomial, with the times that simulator_test.cc draws: to 2, and from there to 3.
TEST(CriticalPath, OfABinomialTree) {
  const PlainNetwork loggp([](Rank, Rank, double bytes) {
    return MessageCost{.send_overhead = Seconds(2),
                       .transfer = Seconds(bytes - 1),
                       .gap = Seconds(4 + bytes - 1),
                       .latency = Seconds(10),
                       .receive_overhead = Seconds(3)};
  });
  const Choice binomial = ParseChoice(Collective::kBcast, "binomial");
  EXPECT_THAT(
      CriticalPath(BuildAll(binomial, {.ranks = 4}), Bytes{6}, loggp),
      ElementsAre(Step(PathKind::kSend, 0, 2, 0, 0, 2), Step(PathKind::kWire, 0, 2, 0, 2, 17),
                  Step(PathKind::kReceive, 2, 0, 0, 17, 20), Step(PathKind::kSend, 2, 3, 1, 20, 22),
                  Step(PathKind::kWire, 2, 3, 1, 22, 37),
                  Step(PathKind::kReceive, 3, 2, 0, 37, 40)));
  EXPECT_TRUE(CriticalPath(BuildAll(binomial, {.ranks = 1}), Bytes{6}, loggp).empty());

  // Two sends of one byte in one round: overheads until 2 and 4; the port opens at 2 + 4 = 6.
  std::vector<Schedule> schedules(3);
  schedules[0].Send(1, kWhole).Send(2, kWhole);
  schedules[1].Receive(0, kWhole);
  schedules[2].Receive(0, kWhole);
  EXPECT_THAT(
      CriticalPath(schedules, Bytes{1}, loggp),
      ElementsAre(Step(PathKind::kSend, 0, 1, 0, 0, 2), Step(PathKind::kPort, 0, 1, 0, 2, 6),
                  Step(PathKind::kWire, 0, 2, 0, 6, 16),
                  Step(PathKind::kReceive, 2, 0, 0, 16, 19)));
}

// Messages of ranks 2, 3 and 1 come to the port of rank 0 at 10, 12 and 30. The second closes the
// port for 25 before it arrives, and the third for 5: see simulator_test.cc. On both engines.
TEST(CriticalPath, GoesThroughTheReceiversPort) {
  const auto by_pair = [](Rank from, Rank, double) {
    constexpr double kLatency[] = {0, 30, 10, 12};
    constexpr double kGap[] = {0, 5, 15, 25};
    return MessageCost{.latency = Seconds(kLatency[from]),
                       .receive_gap = Seconds(kGap[from]),
                       .receive_overhead = Seconds(1)};
  };
  std::vector<Schedule> schedules(4);
  for (const Rank from : {1, 2, 3}) {
    schedules[0].Receive(from, kWhole);
    schedules[static_cast<std::size_t>(from)].Send(0, kWhole);
  }
  const auto path = ElementsAre(
      Step(PathKind::kWire, 2, 0, 0, 0, 10), Step(PathKind::kReceivePort, 0, 2, 0, 10, 35),
      Step(PathKind::kReceivePort, 0, 3, 0, 35, 40), Step(PathKind::kReceive, 0, 1, 0, 40, 41),
      Step(PathKind::kReceive, 0, 2, 0, 41, 42), Step(PathKind::kReceive, 0, 3, 0, 42, 43));
  EXPECT_THAT(CriticalPath(schedules, Bytes{1}, PlainNetwork(by_pair)), path);
  EXPECT_THAT(CriticalPath(schedules, Bytes{1}, EventNetwork(by_pair)), path);
}

// The schedules of RendezvousWaitsForTheReceive: rank 0 waits for rank 1's first receive.
TEST(CriticalPath, GoesThroughTheReceiverOfARendezvous) {
  std::vector<Schedule> schedules(3);
  schedules[0].Send(1, Output(0, 5));
  schedules[1].Receive(2, kWhole).NextRound().Receive(0, Output(0, 5));
  schedules[2].Send(1, kWhole);
  EXPECT_THAT(
      CriticalPath(schedules, Bytes{1}, EventNetwork(Rendezvous)),
      ElementsAre(Step(PathKind::kSend, 2, 1, 0, 0, 2), Step(PathKind::kWire, 2, 1, 0, 2, 13),
                  Step(PathKind::kReceive, 1, 2, 0, 13, 16), Step(PathKind::kWire, 0, 1, 0, 16, 31),
                  Step(PathKind::kReceive, 1, 0, 1, 31, 34)));
}

TEST(CriticalPath, LeadsFromZeroToTheFinishWithoutHoles) {
  const auto cost = [](Rank from, Rank to, double bytes) {
    return MessageCost{.send_overhead = Seconds(1 + to % 2),
                       .transfer = Seconds(bytes),
                       .gap = Seconds(4 + bytes),
                       .latency = Seconds(3 + (from + to) % 5),
                       .receive_gap = Seconds(7),
                       .receive_overhead = Seconds(from % 3),
                       .rendezvous = (from + to) % 3 == 0};
  };
  const EventNetwork shared = OneLink(cost);
  const EventNetwork unshared(cost);
  const PlainNetwork plain(cost);
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    const Shape shape{.ranks = 8, .root = 3, .elements = algorithm.divides ? 20 : 1};
    if (!Declines(choice, shape).empty()) continue;
    const std::vector<Schedule> schedules = BuildAll(choice, shape);
    for (const Network* network :
         std::initializer_list<const Network*>{&shared, &unshared, &plain}) {
      Seconds now{};
      for (const PathStep& step : CriticalPath(schedules, Bytes{3}, *network)) {
        ASSERT_EQ(step.begin, now) << algorithm.name;
        ASSERT_GT(step.end, now) << algorithm.name;
        now = step.end;
      }
      EXPECT_EQ(now, std::ranges::max(Simulate(schedules, Bytes{3}, *network))) << algorithm.name;
    }
  }
}

}  // namespace
}  // namespace colltune::models
