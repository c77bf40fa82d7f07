// The network experiments: complete on both MPIs. In virtual time, the times follow from the
// parameters of the simulated machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "algorithms/mpi/unique.h"
#include "measure/network/experiments.h"
#include "measure/network/layers.h"
#include "measure/network/rendezvous.h"
#include "measure/network/suite.h"

namespace colltune::measure {
namespace {

class Network : public testing::Test {
 protected:
  const UniqueComm comm = PrivateCopy(MPI_COMM_WORLD);
  const int ranks = SizeOf(MPI_COMM_WORLD);
  NetworkExperiments experiments{comm.get(), WtimeClock(), {.repetitions = 6, .messages = 10}};
};

void ExpectSound(const NetworkSample& sample) {
  const auto what = static_cast<int>(sample.experiment);
  EXPECT_TRUE(std::isfinite(sample.time.count())) << what;
  EXPECT_GT(sample.time, Seconds(0)) << what;
  EXPECT_GT(sample.least, Seconds(0)) << what;
  EXPECT_LE(sample.least, sample.time) << what;
  EXPECT_LE(sample.low, sample.time) << what;
  EXPECT_GE(sample.high, sample.time) << what;
}

TEST_F(Network, ExperimentsOfAllKindsEnd) {
  for (const std::int64_t bytes : {0, 8, 1 << 20}) {
    const Bytes m{bytes};
    std::vector<NetworkSample> all = {experiments.RoundTrip(0, 1, m),
                                      experiments.Flood(0, 1, m),
                                      experiments.Flood(1, 0, m, 1),
                                      experiments.Flood(0, 1, m, 7, 23),
                                      experiments.DelayedFlood(0, 1, m, Seconds(1e-5)),
                                      experiments.LateReceive(1, 0, m),
                                      experiments.SendCall(0, 1, m, Seconds(0)),
                                      experiments.SendCall(0, 1, m, Seconds(1e-3)),
                                      experiments.ManyToOne({1}, 0, m),
                                      experiments.PairsAtOnce({{0, 1}}, m),
                                      experiments.StreamsAtOnce({{0, 1}, {1, 0}}, m)};
    for (const NetworkSample& sample : all) {
      ExpectSound(sample);
      EXPECT_EQ(sample.repetitions, 6);
      EXPECT_EQ(sample.bytes, m);
    }
    for (const auto& sample :
         {experiments.SendOverlap(0, 1, m), experiments.ReceiveOverlap(0, 1, m)}) {
      EXPECT_TRUE(std::isfinite(sample.time.count()));
      EXPECT_GE(sample.time, Seconds(0));
      EXPECT_LE(sample.low, sample.high);
    }
  }
}

// In virtual time they may take none.
TEST_F(Network, TimesWhatARankDoesAlone) {
  for (const Rank rank : {0, 1}) {
    for (const NetworkSample& sample : {experiments.LocalCopy(rank, Bytes{1 << 20}),
                                        experiments.LocalReduce(rank, Bytes{1 << 20})}) {
      EXPECT_TRUE(IsLocal(sample.experiment));
      EXPECT_EQ(sample.from, rank);
      EXPECT_EQ(sample.to, rank);
      EXPECT_EQ(sample.repetitions, 6);
      EXPECT_GE(sample.time, sample.least);
      EXPECT_GE(sample.least, Seconds(0));
    }
  }
}

TEST_F(Network, RunsOverEveryLayer) {
  int available = 0;
  for (const LayerEntry& entry : Layers()) {
    if (!entry.unavailable.empty()) continue;
    ++available;
    NetworkExperiments over(entry.make(comm.get()), comm.get(), WtimeClock(), {.repetitions = 7});
    for (const std::int64_t bytes : {8, 4096, 1 << 20}) {
      const Bytes m{bytes};
      // Twice, so that rows and single messages follow each other in any order.
      for (int i = 0; i < 2; ++i) {
        for (const NetworkSample& sample :
             {over.RoundTrip(0, 1, m), over.Flood(0, 1, m), over.Flood(1, 0, m, 1),
              over.Flood(0, 1, m, 7, 23), over.SendCall(0, 1, m, Seconds(0)),
              over.SendCall(1, 0, m, Seconds(1e-4))}) {
          ExpectSound(sample);
        }
        EXPECT_GE(over.SendOverlap(0, 1, m).time, Seconds(0));
        EXPECT_GE(over.ReceiveOverlap(1, 0, m).time, Seconds(0));
      }
    }
  }
  EXPECT_GE(available, 1);
}

TEST_F(Network, FewRepetitionsHaveNoInterval) {
  NetworkExperiments few(comm.get(), WtimeClock(), {.repetitions = 5});
  const NetworkSample sample = few.RoundTrip(0, 1, Bytes{8});
  EXPECT_EQ(sample.low, Seconds(0));
  EXPECT_EQ(sample.high, Seconds(0));
}

TEST_F(Network, RowsOfLongMessagesAreShort) {
  NetworkExperiments limited(comm.get(), WtimeClock(), {.messages = 10, .most_row = Bytes{4000}});
  EXPECT_EQ(limited.Flood(0, 1, Bytes{8}).messages, 10);
  EXPECT_EQ(limited.Flood(0, 1, Bytes{1000}).messages, 4);
  EXPECT_EQ(limited.Flood(0, 1, Bytes{100000}).messages, 2);
}

/// A layer whose messages take 10 ms each after the first few, as on a machine that becomes busy.
class Tiring final : public Layer {
 public:
  Tiring(MPI_Comm comm, int quick) : layer_(MakeMpiLayer(comm)), quick_(quick) {}

  std::string_view name() const override { return "tiring"; }
  void Reserve(Bytes most) override { layer_->Reserve(most); }
  void Send(Rank to, Bytes bytes) override { layer_->Send(to, bytes); }
  void Receive(Rank from, Bytes bytes) override {
    layer_->Receive(from, bytes);
    if (quick_-- > 0) return;
    WtimeClock().WaitUntil(WtimeClock().Now() + Seconds(10e-3));
  }
  void StartSend(Rank to, Bytes bytes) override { layer_->StartSend(to, bytes); }
  void FinishSends(int count) override { layer_->FinishSends(count); }
  void StartReceive(Rank from, Bytes bytes) override { layer_->StartReceive(from, bytes); }
  void FinishReceives(int count) override { layer_->FinishReceives(count); }
  void Signal(Rank to) override { layer_->Signal(to); }
  void AwaitSignal(Rank from) override { layer_->AwaitSignal(from); }
  void Settle() override { layer_->Settle(); }

 private:
  const std::unique_ptr<Layer> layer_;
  int quick_;
};

// A rough round trip is made 4 times, and one of two messages to warm up. After that, each round
// trip of two messages takes 40 ms. 0.5 s have passed after 24 repetitions, but not after 12.
TEST_F(Network, RepetitionsThatTakeLongSuddenlyAreFew) {
  NetworkExperiments limited(std::make_unique<Tiring>(comm.get(), 6), comm.get(), WtimeClock(),
                             {.repetitions = 300, .messages = 2});
  limited.LimitTo(Seconds(0.5));
  const NetworkSample sample = limited.RoundTrip(0, 1, Bytes{8});
  EXPECT_GE(sample.time, Seconds(10e-3)) << "it does not become slow";
  EXPECT_GE(sample.repetitions, 6);
  EXPECT_LE(sample.repetitions, 24);
}

TEST_F(Network, RefuseOptionsThatMakeNoSense) {
  const auto make = [&](NetworkOptions options) {
    NetworkExperiments(comm.get(), WtimeClock(), options);
  };
  EXPECT_THROW(make({.repetitions = 0}), std::invalid_argument);
  EXPECT_THROW(make({.messages = 1}), std::invalid_argument);
  EXPECT_THROW(make({.most_row = Bytes{0}}), std::invalid_argument);
}

TEST_F(Network, SuiteHasWhatEachModelNeeds) {
  SuiteOptions options;
  options.sizes = {Bytes{1}, Bytes{1024}, Bytes{65536}};
  options.experiments = {.repetitions = 6, .messages = 3};
  options.groups.rule.min_reps = options.groups.rule.max_reps = 6;
  options.most_rendezvous = Bytes{1 << 17};
  double last = -1;
  const NetworkData data =
      MeasureNetwork(MPI_COMM_WORLD, WtimeClock(), options, [&](double share, const auto&) {
        EXPECT_GT(share, last);
        EXPECT_LT(share, 1);
        last = share;
      });
  EXPECT_EQ(data.places.size(), static_cast<std::size_t>(ranks));
  for (const Place& place : data.places) EXPECT_FALSE(place.host.empty());
  std::vector<int> counts(11);
  std::vector<bool> sends(data.places.size());
  std::vector<bool> receives(data.places.size());
  for (const NetworkSample& sample : data.samples) {
    ++counts[static_cast<std::size_t>(sample.experiment)];
    EXPECT_GE(sample.repetitions, 6);
    if (sample.experiment == Experiment::kSendCall)
      sends[static_cast<std::size_t>(sample.from)] = true;
    if (sample.experiment == Experiment::kLateReceive) {
      receives[static_cast<std::size_t>(sample.to)] = true;
    }
    if (sample.experiment == Experiment::kSendOverlap ||
        sample.experiment == Experiment::kReceiveOverlap) {
      continue;  // may be 0
    }
    ExpectSound(sample);
  }
  EXPECT_THAT(counts, testing::Each(testing::Ge(1)));
  EXPECT_GE(counts[static_cast<std::size_t>(Experiment::kRoundTrip)], 3 * ranks * (ranks - 1) / 2);
  EXPECT_THAT(sends, testing::Each(true));
  EXPECT_THAT(receives, testing::Each(true));
}

TEST(Representatives, AreTwoPairsOfEachClass) {
  const std::vector<Place> places = {{"a", 0}, {"a", 0}, {"a", 1}, {"b", 0}, {"b", 0}};
  EXPECT_EQ(Representatives(places),
            (std::vector<Pair>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {3, 4}}));
  EXPECT_TRUE(Representatives({{"a", 0}}).empty());
}

#ifdef COLLTUNE_SMPI

constexpr double kClose = 1e-9;  // s: the clock's steps

class OnLogGp : public Network {
 protected:
  // tests/smpi/loggp.cfg, in seconds.
  static constexpr double kLatency = 10e-6;
  static constexpr double kReceive = 2e-6;
  static double Send(std::int64_t bytes) { return 2e-6 + 0.8e-9 * static_cast<double>(bytes); }
  static double OneWay(std::int64_t bytes) { return Send(bytes) + kLatency + kReceive; }
};

TEST_F(OnLogGp, RoundTripsAreTwoMessages) {
  for (const std::int64_t m : {0, 8, 65536}) {
    const NetworkSample sample = experiments.RoundTrip(0, 1, Bytes{m});
    for (const Seconds time : {sample.time, sample.least, sample.low, sample.high}) {
      EXPECT_NEAR(time.count(), 2 * OneWay(m), kClose);
    }
  }
}

TEST_F(OnLogGp, FloodsGoAtTheSendersPaceAtAnyDepth) {
  for (const std::int64_t m : {8, 4096}) {
    for (const int depth : {0, 1, 2, 7, 64}) {
      const NetworkSample sample = experiments.Flood(0, 1, Bytes{m}, depth);
      EXPECT_EQ(sample.depth, depth);
      EXPECT_EQ(sample.messages, 10);
      EXPECT_NEAR(sample.time.count(), 9 * Send(m) + OneWay(m) + OneWay(1), kClose);
    }
    EXPECT_NEAR(experiments.Flood(0, 1, Bytes{m}, 4, 33).time.count(),
                32 * Send(m) + OneWay(m) + OneWay(1), kClose);
    EXPECT_NEAR(experiments.DelayedFlood(0, 1, Bytes{m}, Seconds(1e-4)).time.count(),
                9 * (1e-4 + Send(m)) + OneWay(m) + OneWay(1), kClose);
  }
}

TEST_F(OnLogGp, OverheadsAreThoseOfTheProcessors) {
  for (const std::int64_t m : {8, 1024, 65536}) {
    const Bytes bytes{m};
    EXPECT_NEAR(experiments.SendCall(0, 1, bytes, Seconds(0)).time.count(), Send(m), kClose);
    EXPECT_NEAR(experiments.SendCall(0, 1, bytes, Seconds(1e-2)).time.count(), Send(m), kClose);
    EXPECT_NEAR(experiments.LateReceive(0, 1, bytes).time.count(), 10 * kReceive, kClose);
    EXPECT_NEAR(experiments.SendOverlap(0, 1, bytes).time.count() / Send(m), 1, 0.02);
    EXPECT_NEAR(experiments.ReceiveOverlap(0, 1, bytes).time.count() / kReceive, 1, 0.02);
  }
}

// Each signal takes one more send. The message of the sender that was signalled last arrives last.
TEST_F(OnLogGp, ManyToOneEndsWithTheLastOneThatWasTold) {
  std::vector<Rank> senders;
  for (Rank rank = 1; rank < ranks; ++rank) {
    senders.push_back(rank);
    const double before = static_cast<double>(rank - 1) * Send(1);
    EXPECT_NEAR(experiments.ManyToOne(senders, 0, Bytes{4096}).time.count(),
                before + OneWay(1) + OneWay(4096), kClose);
  }
}

TEST_F(OnLogGp, PairsDoNotDisturbEachOther) {
  const NetworkSample sample = experiments.PairsAtOnce({{0, 2}, {1, 3}}, Bytes{65536});
  EXPECT_THAT(sample.others, testing::ElementsAre(1, 3));
  EXPECT_EQ(sample.messages, 10);
  EXPECT_NEAR(sample.time.count(), 9 * Send(65536) + OneWay(65536) + OneWay(1), kClose);
}

// Rank 1 has twice as many messages, and two answers. It tells rank 0 when it has them, which then
// takes in what the other two have told it.
TEST_F(OnLogGp, StreamsEndWithTheLastOfThem) {
  const NetworkSample sample = experiments.StreamsAtOnce({{0, 2}, {1, 3}, {1, 3}}, Bytes{65536});
  EXPECT_EQ(sample.experiment, Experiment::kStreamsAtOnce);
  EXPECT_NEAR(sample.time.count(),
              19 * Send(65536) + OneWay(65536) + Send(1) + OneWay(1) + OneWay(1) + 2 * kReceive,
              kClose);
}

TEST_F(OnLogGp, EverySendIsBuffered) {
  EXPECT_FALSE(FindRendezvous(experiments, 0, 1, Bytes{1}, Bytes{1 << 22}).bytes);
}

// tests/smpi/cluster16.cfg.
using OnCluster16 = Network;

TEST_F(OnCluster16, TheRendezvousThresholdIsFoundToTheByte) {
  const RendezvousThreshold found = FindRendezvous(experiments, 0, 1, Bytes{1}, Bytes{1 << 22});
  ASSERT_TRUE(found.bytes);
  EXPECT_EQ(*found.bytes, Bytes{65536});
  // The samples alone give the same result.
  Bytes buffered{0};
  Bytes waits{1 << 23};
  for (const NetworkSample& sample : found.samples) {
    if (WaitedForReceiver(sample)) waits = std::min(waits, sample.bytes);
    if (!WaitedForReceiver(sample)) buffered = std::max(buffered, sample.bytes);
  }
  EXPECT_EQ(waits, Bytes{65536});
  EXPECT_EQ(buffered, Bytes{65535});
}

TEST_F(OnCluster16, WhatTakesLongIsRepeatedLess) {
  NetworkExperiments often(comm.get(), WtimeClock(), {.repetitions = 20});
  EXPECT_EQ(often.RoundTrip(0, 1, Bytes{8}).repetitions, 20);
  EXPECT_EQ(often.SendCall(0, 1, Bytes{8}, Seconds(0.11)).repetitions, 9) << "1 s / 0.11 s";
  EXPECT_EQ(often.SendCall(0, 1, Bytes{8}, Seconds(1)).repetitions, 6);
  EXPECT_EQ(often.ManyToOne({1, 2, 3}, 0, Bytes{8}).repetitions, 20);
  // 10 of 16 MiB through one link of 1.25 GB/s: 0.134 s.
  EXPECT_EQ(often.ManyToOne({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0, Bytes{1 << 24}).repetitions, 7);
}

// 10 messages of 1 ms each: 7 rows of them take 70 ms.
TEST_F(OnCluster16, RowsOfMessagesThatTakeLongAreShort) {
  constexpr Bytes kMillisecond{1250000};
  NetworkExperiments limited(comm.get(), WtimeClock(), {.messages = 10});
  limited.LimitTo(Seconds(1));
  EXPECT_EQ(limited.Flood(0, 1, kMillisecond).messages, 10);
  limited.LimitTo(Seconds(36e-3));
  const NetworkSample five = limited.Flood(0, 1, kMillisecond);
  EXPECT_EQ(five.messages, 5);
  EXPECT_EQ(five.repetitions, 7) << "36 ms / 5.02 ms";
  limited.LimitTo(Seconds(1e-3));
  const NetworkSample least = limited.LateReceive(0, 1, kMillisecond);
  EXPECT_EQ(least.messages, 2);
  EXPECT_EQ(least.repetitions, 6);
}

struct Limited {
  Seconds spent{};
  std::vector<NetworkSample> samples;
};

Limited SuiteWithin(Seconds most) {
  SuiteOptions options;
  options.most_time = most;
  options.most_ranks_of_triplets = 0;
  const Seconds begin = WtimeClock().Now();
  NetworkData data =
      MeasureNetwork(MPI_COMM_WORLD, WtimeClock(), options, [](double, const auto&) {});
  return {WtimeClock().Now() - begin, std::move(data.samples)};
}

bool IsRoundTripOfOneByte(const NetworkSample& sample) {
  return sample.experiment == Experiment::kRoundTrip && sample.bytes == Bytes{1};
}

// The round trips of 1 MiB between 120 pairs alone take 120 * 11 * 1.7 ms = 2.2 s.
TEST_F(OnCluster16, ASuiteKeepsWithinItsTime) {
  const Limited limited = SuiteWithin(Seconds(2));
  EXPECT_LE(limited.spent, Seconds(2.2));
  EXPECT_GE(limited.spent, Seconds(1)) << "more could have been measured";
  EXPECT_EQ(std::ranges::count_if(limited.samples, IsRoundTripOfOneByte), 120);
  for (const NetworkSample& sample : limited.samples) EXPECT_GE(sample.repetitions, 6);
}

TEST_F(OnCluster16, ASuiteWithoutTimeKnowsRoundTripsAndNothingElse) {
  const Limited least = SuiteWithin(Seconds(0));
  EXPECT_EQ(least.samples.size(), 8) << "one round";
  EXPECT_TRUE(std::ranges::all_of(least.samples, IsRoundTripOfOneByte));
}

TEST_F(OnCluster16, ASendWithRendezvousLasts) {
  constexpr std::int64_t kBytes = 1 << 20;
  constexpr double kTransfer = 10e-6 + (kBytes + 16) / 1.25e9;  // L, and 16 bytes of envelope
  EXPECT_NEAR(experiments.SendCall(0, 1, Bytes{kBytes}, Seconds(0)).time.count() / kTransfer, 1,
              0.01);
  EXPECT_NEAR(experiments.SendCall(0, 1, Bytes{kBytes}, Seconds(1)).time.count(), 1 + kTransfer,
              1e-5);
  EXPECT_NEAR(experiments.LateReceive(0, 1, Bytes{kBytes}).time.count() / (10 * kTransfer), 1,
              0.01);
  // A nonblocking send costs an overhead of 2 us; the rest of the time is free for computation.
  EXPECT_NEAR(experiments.SendOverlap(0, 1, Bytes{kBytes}).time.count() / 2e-6, 1, 0.02);
}

// Three messages share the receiver's link.
TEST_F(OnCluster16, ManyToOneSharesALink) {
  constexpr double kBytes = 65000;
  EXPECT_NEAR(experiments.ManyToOne({1, 2, 3}, 0, Bytes{65000}).time.count(), 3 * kBytes / 1.25e9,
              50e-6);
}

// tests/smpi/unlike16.xml.
struct Node {
  double overhead = 0;  ///< C, s
  double per_byte = 0;  ///< t, s/B
};

Node NodeOf(Rank rank) {
  if (rank < 11) return {20e-6, 2.0e-9};
  if (rank < 13) return {30e-6, 3.0e-9};
  if (rank < 14) return {60e-6, 6.0e-9};
  return {40e-6, 4.0e-9};
}

using OnUnlike16 = Network;

TEST_F(OnUnlike16, EachNodesProcessorIsFound) {
  for (Rank from = 0; from < ranks; ++from) {
    const Rank to = (from + 1) % ranks;
    for (const std::int64_t m : {0, 1024, 65536}) {
      const auto cost = [m](Rank rank) {
        return NodeOf(rank).overhead + NodeOf(rank).per_byte * static_cast<double>(m);
      };
      EXPECT_NEAR(experiments.SendCall(from, to, Bytes{m}, Seconds(0)).time.count() / cost(from), 1,
                  0.02);
      EXPECT_NEAR(experiments.LateReceive(from, to, Bytes{m}).time.count() / 10 / cost(to), 1,
                  0.02);
    }
  }
}

// The slower side sets the pace, and the other one has time to compute.
TEST_F(OnUnlike16, OverlapFindsTheOverheadOfTheFasterSide) {
  for (const auto& [slow, fast] : {Pair{13, 0}, Pair{15, 12}}) {
    const double slow_cost = NodeOf(slow).overhead + 1024 * NodeOf(slow).per_byte;
    const double fast_cost = NodeOf(fast).overhead + 1024 * NodeOf(fast).per_byte;
    ASSERT_GT(slow_cost, fast_cost);
    EXPECT_NEAR(experiments.ReceiveOverlap(slow, fast, Bytes{1024}).time.count() / fast_cost, 1,
                0.02);
    EXPECT_NEAR(experiments.SendOverlap(slow, fast, Bytes{1024}).time.count() / slow_cost, 1, 0.02);
  }
}

#endif

}  // namespace
}  // namespace colltune::measure
