// LogGP: fit and cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "models/simulator/simulator.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kNoManyToOne =
    "g_r, G_r: not identified: it takes many to one from two or more numbers of ranks, of two or "
    "more sizes; taken for the sender's";

struct Truth {  // seconds, G in seconds per byte
  double latency = 10e-6;
  double send_overhead = 2e-6;
  double receive_overhead = 1.5e-6;
  double gap = 3e-6;
  double byte_gap = 0.8e-9;
};

measure::NetworkSample RoundTrip(const Truth& t, std::int64_t bytes) {
  const double transfer = static_cast<double>(bytes - 1) * t.byte_gap;
  const double one_way = t.send_overhead + transfer + t.latency + t.receive_overhead;
  return {.bytes = Bytes{bytes}, .time = Seconds(one_way + one_way)};
}

measure::NetworkSample Flood(const Truth& t, std::int64_t bytes, int messages) {
  const double transfer = static_cast<double>(bytes - 1) * t.byte_gap;
  const double last_starts = (messages - 1) * (t.gap + transfer);
  const double there = t.send_overhead + transfer + t.latency + t.receive_overhead;
  const double back = t.send_overhead + t.latency + t.receive_overhead;
  return {.experiment = measure::Experiment::kFlood,
          .bytes = Bytes{bytes},
          .messages = messages,
          .time = Seconds(last_starts + there + back)};
}

measure::NetworkSample DelayedFlood(const Truth& t, std::int64_t bytes, int messages,
                                    double delay) {
  const double transfer = static_cast<double>(bytes - 1) * t.byte_gap;
  const double last_starts = (messages - 1) * (delay + t.send_overhead);
  const double there = t.send_overhead + transfer + t.latency + t.receive_overhead;
  const double back = t.send_overhead + t.latency + t.receive_overhead;
  return {.experiment = measure::Experiment::kDelayedFlood,
          .bytes = Bytes{bytes},
          .messages = messages,
          .delay = Seconds(delay),
          .time = Seconds(last_starts + there + back)};
}

measure::NetworkSample LateReceive(const Truth& t, std::int64_t bytes, int messages) {
  return {.experiment = measure::Experiment::kLateReceive,
          .bytes = Bytes{bytes},
          .messages = messages,
          .time = Seconds(messages * t.receive_overhead)};
}

std::vector<measure::NetworkSample> Samples(const Truth& truth) {
  std::vector<measure::NetworkSample> samples;
  for (const std::int64_t bytes : {1, 64, 1024, 16384, 65536, 1 << 20}) {
    samples.push_back(RoundTrip(truth, bytes));
    samples.push_back(Flood(truth, bytes, 10));
    samples.push_back(Flood(truth, bytes, 40));
  }
  for (const std::int64_t bytes : {1, 8, 64}) {
    for (const int messages : {5, 20}) {
      samples.push_back(DelayedFlood(truth, bytes, messages, 50e-6));
      samples.push_back(LateReceive(truth, bytes, messages));
    }
  }
  return samples;
}

constexpr std::array kNames = {"L", "o_s", "o_r", "g", "G"};

std::array<double, 5> ValuesOf(const Truth& t) {
  return {t.latency, t.send_overhead, t.receive_overhead, t.gap, t.byte_gap};
}

TEST(LogGp, RecoversParameters) {
  const Truth truth;
  const Fit fit = FitModel("loggp", Samples(truth));
  ASSERT_EQ(fit.parameters.size(), 7U);
  for (std::size_t j = 0; j < kNames.size(); ++j) {
    EXPECT_EQ(fit.parameters[j].name, kNames[j]);
    EXPECT_EQ(fit.parameters[j].unit, j == 4 ? "s/B" : "s");
    EXPECT_NEAR(fit.parameters[j].value / ValuesOf(truth)[j], 1, 1e-10) << kNames[j];
  }
  EXPECT_LT(fit.worst_residual, 1e-12);
  EXPECT_THAT(fit.notes, ElementsAre(kNoManyToOne));
}

// A machine whose processor moves the bytes: a send keeps it busy for o + G m, and nothing else
// limits the pace. A message of one byte then has an overhead of o + G, which is both o_s and g.
TEST(LogGp, RecoversAMachineThatCopies) {
  constexpr double kOverhead = 2e-6, kLatency = 10e-6, kByteGap = 0.8e-9;
  const auto busy = [](std::int64_t m) { return kOverhead + kByteGap * static_cast<double>(m); };
  const auto one_way = [&](std::int64_t m) { return busy(m) + kLatency + kOverhead; };
  std::vector<measure::NetworkSample> samples;
  for (const std::int64_t m : {1, 1024, 65536}) {
    samples.push_back({.bytes = Bytes{m}, .time = Seconds(2 * one_way(m))});
    samples.push_back({.experiment = measure::Experiment::kFlood,
                       .bytes = Bytes{m},
                       .messages = 10,
                       .time = Seconds(9 * busy(m) + one_way(m) + one_way(1))});
  }
  samples.push_back({.experiment = measure::Experiment::kDelayedFlood,
                     .bytes = Bytes{1},
                     .messages = 10,
                     .delay = Seconds(1e-4),
                     .time = Seconds(9 * (1e-4 + busy(1)) + one_way(1) + one_way(1))});
  samples.push_back({.experiment = measure::Experiment::kLateReceive,
                     .bytes = Bytes{1},
                     .messages = 10,
                     .time = Seconds(10 * kOverhead)});
  const Fit fit = FitModel("loggp", samples);
  EXPECT_NEAR(ValueOf(fit, "L"), 10e-6, 1e-16);
  EXPECT_NEAR(ValueOf(fit, "o_s"), 2.0008e-6, 1e-16);
  EXPECT_NEAR(ValueOf(fit, "o_r"), 2e-6, 1e-16);
  EXPECT_NEAR(ValueOf(fit, "g"), 2.0008e-6, 1e-16);
  EXPECT_NEAR(ValueOf(fit, "G"), 0.8e-9, 1e-19);
  EXPECT_LT(fit.worst_residual, 1e-12);
}

// With 1000 fits to samples with 1 % noise, 950 of the 95 % intervals cover the truth, within three
// standard deviations of sqrt(1000 * 0.95 * 0.05) = 6.9.
TEST(LogGp, IntervalsCoverTheTruth) {
  const Truth truth;
  const std::vector<measure::NetworkSample> exact = Samples(truth);
  std::mt19937_64 random(20240229);
  std::normal_distribution<double> noise(1, 0.01);
  std::array<int, 5> covered{};
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<measure::NetworkSample> noisy = exact;
    for (measure::NetworkSample& sample : noisy) sample.time *= noise(random);
    const Fit fit = FitModel("loggp", noisy);
    for (std::size_t j = 0; j < kNames.size(); ++j) {
      const FittedParameter& parameter = fit.parameters[j];
      if (std::abs(parameter.value - ValuesOf(truth)[j]) <= parameter.half_width) ++covered[j];
    }
  }
  for (std::size_t j = 0; j < kNames.size(); ++j) {
    EXPECT_NEAR(covered[j], 950, 21) << kNames[j];
  }
}

TEST(LogGp, FixesNegativeLatencyAtZero) {
  // Overheads of 5 us on either side, and a round trip that takes less than both.
  const Truth fast = {
      .latency = -1e-6, .send_overhead = 5e-6, .receive_overhead = 5e-6, .gap = 6e-6};
  const Fit fit = FitModel("loggp", Samples(fast));
  EXPECT_EQ(ValueOf(fit, "L"), 0);
  EXPECT_THAT(fit.notes, ElementsAre("L: the overheads already explain the round trip; fixed at 0",
                                     kNoManyToOne));
  // The other parameters compensate, but no values meet all samples.
  EXPECT_GT(fit.worst_residual, 0.01);
  EXPECT_GT(ValueOf(fit, "o_s"), 4e-6);
  EXPECT_LT(ValueOf(fit, "o_s"), 5e-6);
}

/// `ranks` ranks send at a time. The first message takes 20 us and its bytes. Each further message
/// arrives after g_r + G_r (m - 1).
measure::NetworkSample ManyToOne(int ranks, std::int64_t bytes, double gap, double byte_gap) {
  const auto t = static_cast<double>(bytes - 1);
  measure::NetworkSample sample{.experiment = measure::Experiment::kManyToOne,
                                .bytes = Bytes{bytes}};
  sample.others.resize(static_cast<std::size_t>(ranks - 1));
  sample.time = Seconds(20e-6 + 0.8e-9 * t + (ranks - 1) * (gap + byte_gap * t));
  return sample;
}

TEST(LogGp, TellsTheReceiversPortByTheSlopeOverTheSenders) {
  for (const double byte_gap : {1.1e-9, 0.0}) {
    std::vector<measure::NetworkSample> samples = Samples({});
    for (const std::int64_t bytes : {1, 1024, 65536}) {
      for (const int ranks : {1, 2, 4}) {
        samples.push_back(ManyToOne(ranks, bytes, 2.5e-6, byte_gap));
      }
    }
    const Fit fit = FitModel("loggp", samples);
    EXPECT_NEAR(ValueOf(fit, "g_r"), 2.5e-6, 1e-15);
    EXPECT_NEAR(ValueOf(fit, "G_r"), byte_gap, 1e-18);
    EXPECT_TRUE(ParameterOf(fit, "G_r").identified);
    EXPECT_NEAR(fit.network->Cost(0, 1, Bytes{1001}).receive_gap.count(), 2.5e-6 + 1000 * byte_gap,
                1e-14);
    EXPECT_NEAR(ValueOf(fit, "g"), 3e-6, 1e-15) << "the others stay";
  }
}

TEST(LogGp, TakesTheReceiversPortForTheSendersWithoutManyToOne) {
  const Fit fit = FitModel("loggp", Samples({}));
  EXPECT_FALSE(ParameterOf(fit, "g_r").identified);
  EXPECT_FALSE(ParameterOf(fit, "G_r").identified);
  EXPECT_TRUE(ParameterOf(fit, "g").identified);
  EXPECT_NEAR(ValueOf(fit, "g_r"), 3e-6, 1e-15);
  EXPECT_NEAR(ValueOf(fit, "G_r"), 0.8e-9, 1e-18);
  // One size tells nothing about the share of the bytes, and one number of ranks nothing at all.
  std::vector<measure::NetworkSample> samples = Samples({});
  samples.push_back(ManyToOne(4, 1024, 2.5e-6, 1e-9));
  EXPECT_NEAR(ValueOf(FitModel("loggp", samples), "G_r"), 0.8e-9, 1e-18);
}

TEST(LogGp, ReportsHowFarOffEachExperimentIs) {
  // One of 27 late receives takes 30 % longer than the others, and pulls the fit towards it a
  // little.
  std::vector<measure::NetworkSample> samples = Samples({});
  for (int i = 0; i < 21; ++i) samples.push_back(LateReceive({}, 8, 5));
  samples.back().time *= 1.3;
  const Fit fit = FitModel("loggp", samples);
  ASSERT_EQ(fit.residuals.size(), 4U);
  const ResidualRow& row = fit.residuals[3];
  EXPECT_EQ(row.experiment, measure::Experiment::kLateReceive);
  EXPECT_EQ(row.samples, 27);
  EXPECT_NEAR(row.worst, 1 - 1 / 1.3, 0.02);
  EXPECT_LT(row.median, 0.02);
  EXPECT_LT(row.p95, 0.02);
  EXPECT_EQ(row.worst_sample.time, samples.back().time);
  // Huber's weights nearly leave that sample out.
  const Fit robust = FitModel("loggp", samples, {.robust = true});
  EXPECT_NEAR(ValueOf(robust, "o_r"), 1.5e-6, 1e-12);
  EXPECT_GT(ValueOf(fit, "o_r"), 1.501e-6);
}

TEST(LogGp, WeighsByTheIntervals) {
  // Two late receives: y = 1 us, known to 1 %, and z = 2 us, known to 25 % either way, which is
  // 1.96 standard deviations. w (p/y - 1)^2 + v (p/z - 1)^2 is least at p = (w/y + v/z) / (w/y^2 +
  // v/z^2), with w = 1 and v = (0.01 / (0.25 / 1.96))^2.
  std::vector<measure::NetworkSample> samples = Samples({});
  std::erase_if(samples, [](const auto& s) {
    return s.experiment == measure::Experiment::kLateReceive ||
           s.experiment == measure::Experiment::kDelayedFlood;
  });
  for (const int messages : {5, 20}) {
    samples.push_back(DelayedFlood({}, 1, messages, 50e-6));
  }
  measure::NetworkSample sure = LateReceive({}, 8, 1);
  sure.time = Seconds(1e-6);
  sure.low = Seconds(1e-6);
  sure.high = Seconds(1e-6 + 1e-12);
  measure::NetworkSample vague = sure;
  vague.time = Seconds(2e-6);
  vague.low = Seconds(1.5e-6);
  vague.high = Seconds(2.5e-6);
  // L compensates any value of o_r: the late receives alone decide o_r.
  samples.push_back(sure);
  samples.push_back(vague);
  const double v = std::pow(0.01 * 1.959964 / 0.25, 2);
  EXPECT_NEAR(ValueOf(FitModel("loggp", samples), "o_r") * 1e6, (1 + v / 2) / (1 + v / 4), 1e-6);
}

TEST(LogGp, NamesTheWorstSample) {
  std::vector<measure::NetworkSample> samples = Samples({});
  for (measure::NetworkSample& sample : samples) {
    if (sample.experiment == measure::Experiment::kFlood && sample.bytes == Bytes{1024})
      sample.time *= 1.5;
  }
  const Fit fit = FitModel("loggp", samples);
  EXPECT_EQ(fit.worst_sample.experiment, measure::Experiment::kFlood);
  EXPECT_EQ(fit.worst_sample.bytes, Bytes{1024});
  // The outlier pulls the fit towards itself, so that its residual is below 1 - 1/1.5.
  EXPECT_GT(fit.worst_residual, 0.15);
  EXPECT_LT(fit.worst_residual, 1 - 1 / 1.5);
}

TEST(LogGp, SaysWhichExperimentIsMissing) {
  constexpr std::array<std::pair<measure::Experiment, const char*>, 4> kMissing = {{
      {measure::Experiment::kRoundTrip, "loggp: there is no sample of: round trip"},
      {measure::Experiment::kFlood, "loggp: there is no sample of: flood"},
      {measure::Experiment::kDelayedFlood, "loggp: there is no sample of: delayed flood"},
      {measure::Experiment::kLateReceive, "loggp: there is no sample of: late receive"},
  }};
  for (const auto& [experiment, refusal] : kMissing) {
    std::vector<measure::NetworkSample> samples = Samples({});
    std::erase_if(samples,
                  [left_out = experiment](const auto& s) { return s.experiment == left_out; });
    EXPECT_EQ(RefusalOf([&] { FitModel("loggp", samples); }), refusal);
  }
}

TEST(LogGp, SaysWhatTheSamplesDoNotDetermine) {
  std::vector<measure::NetworkSample> one_byte = Samples({});
  std::erase_if(one_byte, [](const auto& s) { return s.bytes != Bytes{1}; });
  EXPECT_EQ(RefusalOf([&] { FitModel("loggp", one_byte); }),
            "loggp: the samples do not determine G; it takes floods and delayed floods of two or "
            "more messages, and round trips or floods of more than one byte");

  const Truth truth;
  const std::vector single = {RoundTrip(truth, 8), RoundTrip(truth, 800), Flood(truth, 8, 1),
                              DelayedFlood(truth, 8, 5, 1e-3), LateReceive(truth, 8, 5)};
  EXPECT_THAT(RefusalOf([&] { FitModel("loggp", single); }),
              HasSubstr("do not determine g; it takes floods"));
}

TEST(LogGp, CountsTheBytesAfterTheFirst) {
  const auto network =
      MakeNetwork("loggp", {{"L", 10.0}, {"o_s", 2.0}, {"o_r", 3.0}, {"g", 4.0}, {"G", 0.5}});
  for (const auto& [bytes, transfer] : {std::pair{0, 0.0}, {1, 0.0}, {2, 0.5}, {9, 4.0}}) {
    const MessageCost cost = network->Cost(0, 1, Bytes{bytes});
    EXPECT_EQ(cost.send_overhead, Seconds(2));
    EXPECT_EQ(cost.transfer, Seconds(transfer));
    EXPECT_EQ(cost.gap, Seconds(4 + transfer));
    EXPECT_EQ(cost.latency, Seconds(10));
    EXPECT_EQ(cost.receive_overhead, Seconds(3));
  }
}

// Floods and round trips are schedules: the simulator takes the time that the fit expects.
TEST(LogGp, FitExpectsWhatTheSimulatorPlays) {
  const Truth truth;
  const auto network = MakeNetwork("loggp", {{"L", truth.latency},
                                             {"o_s", truth.send_overhead},
                                             {"o_r", truth.receive_overhead},
                                             {"g", truth.gap},
                                             {"G", truth.byte_gap}});
  constexpr Block kReply = Output(0, 1);
  for (const std::int64_t bytes : {1, 100, 100'000}) {
    const Block message = Output(0, bytes);
    std::vector<Schedule> trip(2);
    trip[0].Send(1, message).NextRound().Receive(1, message);
    trip[1].Receive(0, message).NextRound().Send(0, message);
    EXPECT_NEAR(Simulate(trip, Bytes{1}, *network)[0] / RoundTrip(truth, bytes).time, 1, 1e-12);

    std::vector<Schedule> flood(2);
    for (int i = 0; i < 7; ++i) {
      flood[0].Send(1, message);
      flood[1].Receive(0, message);
    }
    flood[0].NextRound().Receive(1, kReply);
    flood[1].NextRound().Send(0, kReply);
    EXPECT_NEAR(Simulate(flood, Bytes{1}, *network)[0] / Flood(truth, bytes, 7).time, 1, 1e-12);
  }
}

}  // namespace
}  // namespace colltune::models
