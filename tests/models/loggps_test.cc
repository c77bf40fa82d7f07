// LogGPS and PLogP: fits, costs, and the sizes where protocols change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "models/features/eager_limit.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Buffered up to 4096 bytes, with L = 10 us, o_s = 2 us, o_r = 1.5 us, g = 3 us, G = 0.8 ns; above
// L = 25 us, o_s = 1 us, o_r = 0.5 us, G = 0.5 ns.
constexpr std::int64_t kLimit = 4096;
constexpr std::array<std::int64_t, 8> kSizes = {1, 64, 1024, 4096, 8192, 65536, 262144, 1048576};

double OneWay(std::int64_t bytes) {
  const auto t = static_cast<double>(bytes - 1);
  return bytes <= kLimit ? 13.5e-6 + 0.8e-9 * t : 26.5e-6 + 0.5e-9 * t;
}

measure::NetworkSample Make(measure::Experiment experiment, std::int64_t bytes, double time,
                            int messages = 1, double delay = 0) {
  return {.experiment = experiment,
          .bytes = Bytes{bytes},
          .messages = messages,
          .delay = Seconds(delay),
          .time = Seconds(time)};
}

std::vector<measure::NetworkSample> Samples(bool overlaps = true) {
  std::vector<measure::NetworkSample> samples;
  for (const std::int64_t bytes : kSizes) {
    const auto t = static_cast<double>(bytes - 1);
    const bool eager = bytes <= kLimit;
    samples.push_back(Make(measure::Experiment::kRoundTrip, bytes, 2 * OneWay(bytes)));
    // Blocking sends that wait: one message after another.
    const double flood = eager ? 9 * (3e-6 + 0.8e-9 * t) + OneWay(bytes) + OneWay(1)
                               : 10 * OneWay(bytes) + OneWay(1);
    samples.push_back(Make(measure::Experiment::kFlood, bytes, flood, 10));
    samples.push_back(Make(measure::Experiment::kSendCall, bytes, eager ? 2e-6 : OneWay(bytes)));
    samples.push_back(
        Make(measure::Experiment::kSendCall, bytes, eager ? 2e-6 : 5e-3 + OneWay(bytes), 1, 5e-3));
    if (!eager && overlaps) {
      samples.push_back(Make(measure::Experiment::kSendOverlap, bytes, 1e-6));
      samples.push_back(Make(measure::Experiment::kReceiveOverlap, bytes, 0.5e-6));
    }
  }
  for (const int n : {5, 20}) {
    samples.push_back(
        Make(measure::Experiment::kDelayedFlood, 1, (n - 1) * 52e-6 + 2 * OneWay(1), n, 50e-6));
    samples.push_back(Make(measure::Experiment::kLateReceive, 1, n * 1.5e-6, n));
  }
  return samples;
}

const ParameterValues& Truth() {
  static const ParameterValues truth = {
      {"L", 10e-6},     {"o_s", 2e-6},     {"o_r", 1.5e-6},     {"g", 3e-6},       {"G", 0.8e-9},
      {"L_rdv", 25e-6}, {"o_s_rdv", 1e-6}, {"o_r_rdv", 0.5e-6}, {"G_rdv", 0.5e-9}, {"S", 4096}};
  return truth;
}

TEST(LogGps, RecoversBothProtocolsAndTheLimit) {
  const Fit fit = FitModel("loggps", Samples());
  for (const auto& [name, value] : Truth()) {
    EXPECT_NEAR(ValueOf(fit, name) / value, 1, 1e-9) << name;
    EXPECT_TRUE(ParameterOf(fit, name).identified) << name;
  }
  EXPECT_EQ(ParameterOf(fit, "S").half_width, 4096) << "8192 bytes were seen to wait";
  EXPECT_LT(fit.worst_residual, 1e-9);
  EXPECT_TRUE(fit.network->HasRendezvous());
  const MessageCost eager = fit.network->Cost(0, 1, Bytes{4096});
  EXPECT_FALSE(eager.rendezvous);
  EXPECT_NEAR(eager.send_overhead.count(), 2e-6, 1e-15);
  const MessageCost large = fit.network->Cost(0, 1, Bytes{4097});
  EXPECT_TRUE(large.rendezvous);
  EXPECT_NEAR(large.send_overhead.count(), 1e-6, 1e-15);
  EXPECT_NEAR(large.latency.count(), 25e-6, 1e-14);
  EXPECT_NEAR(large.transfer.count(), 4096 * 0.5e-9, 1e-15);
}

TEST(LogGps, KeepsTheOverheadsOfBufferedMessagesWithoutOverlaps) {
  const Fit fit = FitModel("loggps", Samples(false));
  EXPECT_FALSE(ParameterOf(fit, "o_s_rdv").identified);
  EXPECT_NEAR(ValueOf(fit, "o_s_rdv"), 2e-6, 1e-15);
  EXPECT_NEAR(ValueOf(fit, "L_rdv"), 26.5e-6 - 3.5e-6, 1e-14);
  EXPECT_THAT(fit.notes, testing::Contains(HasSubstr("o_s_rdv")));
}

TEST(LogGps, BuffersAllWhereNoCallWaits) {
  std::vector<measure::NetworkSample> samples = Samples();
  std::erase_if(samples, [](const auto& s) { return s.bytes.count > kLimit; });
  const Fit all = FitModel("loggps", samples);
  EXPECT_FALSE(all.network->HasRendezvous());
  EXPECT_FALSE(ParameterOf(all, "S").identified);
  EXPECT_NEAR(ValueOf(all, "L_rdv"), 10e-6, 1e-15) << "as buffered";
  EXPECT_THAT(all.notes, testing::Contains(HasSubstr("messages of 4096 bytes")));

  std::erase_if(samples,
                [](const auto& s) { return s.experiment == measure::Experiment::kSendCall; });
  EXPECT_THAT(FitModel("loggps", samples).notes,
              testing::Contains(HasSubstr("it takes send calls whose receives are late")));
}

// From 1000 intervals of 95 %, 950 cover the truth, within three standard deviations of 6.9.
TEST(LogGps, IntervalsCoverTheTruth) {
  const std::vector<measure::NetworkSample> exact = Samples();
  std::mt19937_64 random(5);
  std::normal_distribution<double> noise(1, 0.01);
  std::map<std::string, int> covered;
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<measure::NetworkSample> noisy = exact;
    for (measure::NetworkSample& sample : noisy) sample.time *= noise(random);
    const Fit fit = FitModel("loggps", noisy);
    for (const auto& [name, value] : Truth()) {
      const FittedParameter p = ParameterOf(fit, name);
      covered[name] += std::abs(p.value - value) <= p.half_width ? 1 : 0;
    }
  }
  for (const auto& [name, count] : covered) EXPECT_GE(count, 929) << name;
}

TEST(Breaks, AreWhereAllNextPointsLeaveTheLine) {
  // 10 + m up to 50, 100 + m from 60 on.
  std::vector<SizePoint> points;
  for (double m = 0; m < 110; m += 10) points.push_back({m, (m < 55 ? 10 : 100) + m});
  EXPECT_THAT(FindBreaks(points, 0.01), ElementsAre(6));
  // One point off the line is no change of protocol, nor are points below the floor.
  for (SizePoint& point : points) point.time = 10 + point.bytes;
  points[6].time *= 1.5;
  EXPECT_THAT(FindBreaks(points, 0.01), IsEmpty());
  for (SizePoint& point : points) point.time = (point.bytes < 55 ? 100 : 100.5) + point.bytes;
  EXPECT_THAT(FindBreaks(points, 0.01), IsEmpty());
  // Two steps: a new line starts at each.
  points.clear();
  for (double m = 0; m < 200; m += 10) {
    points.push_back({m, (m < 55 ? 10 : m < 125 ? 100 : 400) + m});
  }
  EXPECT_THAT(FindBreaks(points, 0.01), ElementsAre(6, 13));
}

// L = 4 us; o_s(m) = 1 us and m ns, o_r half of it, g(m) = 3 us and 2 m ns but at 1000 bytes,
// where it bends up to 6 us.
double Gap(std::int64_t m) { return m == 1000 ? 6e-6 : 3e-6 + 2e-9 * static_cast<double>(m); }

std::vector<measure::NetworkSample> PLogPSamples() {
  std::vector<measure::NetworkSample> samples;
  for (const std::int64_t m : {1, 100, 1000, 3000}) {
    const double send = 1e-6 + 1e-9 * static_cast<double>(m);
    for (int i = 0; i < 3; ++i) {
      if (m == 1 || m == 3000) {
        samples.push_back(Make(measure::Experiment::kRoundTrip, m, 2 * (4e-6 + Gap(m))));
      }
      // No flood at 3000: the round trip tells its gap.
      const int n = 10 + 10 * i;
      if (m < 3000) {
        samples.push_back(Make(measure::Experiment::kFlood, m, n * Gap(m) + 2 * 4e-6 + Gap(1), n));
      }
      samples.push_back(Make(measure::Experiment::kSendCall, m, send));
      samples.push_back(Make(measure::Experiment::kLateReceive, m, 10 * send / 2, 10));
    }
  }
  return samples;
}

TEST(PLogP, RecoversItsCurves) {
  const Fit fit = FitModel("plogp", PLogPSamples());
  EXPECT_NEAR(ValueOf(fit, "L"), 4e-6, 1e-15);
  for (const std::int64_t m : {1, 100, 1000, 3000}) {
    const std::string at = "(" + std::to_string(m) + ")";
    const double send = 1e-6 + 1e-9 * static_cast<double>(m);
    EXPECT_NEAR(ValueOf(fit, "g" + at) / Gap(m), 1, 1e-9);
    EXPECT_NEAR(ValueOf(fit, "o_s" + at) / send, 1, 1e-9);
    EXPECT_NEAR(ValueOf(fit, "o_r" + at) / (send / 2), 1, 1e-9);
  }
  EXPECT_EQ(fit.parameters.size(), 13U);
  // Half way from 1000 to 3000 bytes: g = (6 + 9) / 2 us; beyond, 1.5 us per 1000 bytes more.
  const MessageCost between = fit.network->Cost(0, 1, Bytes{2000});
  EXPECT_NEAR(between.gap.count(), 7.5e-6, 1e-14);
  EXPECT_NEAR(between.send_overhead.count(), 3e-6, 1e-14);
  EXPECT_NEAR(between.receive_overhead.count(), 1.5e-6, 1e-14);
  EXPECT_NEAR(between.transfer.count(), 3e-6, 1e-14);
  EXPECT_NEAR(between.latency.count(), 4e-6, 1e-14);
  EXPECT_NEAR(fit.network->Cost(0, 1, Bytes{5000}).gap.count(), 12e-6, 1e-14);
  EXPECT_NEAR(fit.network->Cost(0, 1, Bytes{0}).gap.count(), Gap(1), 1e-14);
}

TEST(PLogP, IntervalsCoverTheTruth) {
  const std::vector<measure::NetworkSample> exact = PLogPSamples();
  const Fit truth = FitModel("plogp", exact);
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise(1, 0.01);
  std::map<std::string, int> covered;
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<measure::NetworkSample> noisy = exact;
    for (measure::NetworkSample& sample : noisy) sample.time *= noise(random);
    for (const FittedParameter& p : FitModel("plogp", noisy).parameters) {
      covered[p.name] += std::abs(p.value - ValueOf(truth, p.name)) <= p.half_width ? 1 : 0;
    }
  }
  for (const auto& [name, count] : covered) EXPECT_GE(count, 929) << name;
}

TEST(PLogP, SaysThatNoLatencyIsLeft) {
  std::vector<measure::NetworkSample> samples = PLogPSamples();
  for (measure::NetworkSample& s : samples) {
    if (s.experiment == measure::Experiment::kRoundTrip && s.bytes == Bytes{1})
      s.time = Seconds(5e-6);
  }
  const Fit fit = FitModel("plogp", samples);
  EXPECT_EQ(ValueOf(fit, "L"), 0);
  EXPECT_THAT(fit.notes, testing::Contains(HasSubstr("no longer than their gap; fixed at 0")));
}

TEST(PLogP, LeavesOutCallsThatWait) {
  const Fit fit = FitModel("plogp", Samples());
  EXPECT_THROW(ValueOf(fit, "o_s(8192)"), std::out_of_range);
  // From the round trip: 26.5 us and 0.5 ns for each further byte, less L, which is RTT(1)/2 -
  // g(1) = 10.5 us.
  EXPECT_NEAR(ValueOf(fit, "g(65536)"), OneWay(65536) - 10.5e-6, 1e-6);
  EXPECT_THAT(fit.notes, testing::Contains(HasSubstr("above 4096 bytes wait")));
}

}  // namespace
}  // namespace colltune::models
