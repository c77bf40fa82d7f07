// Readings of the topology model, also where there was no time for all round trips.
#include "models/topology_readings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace colltune::models {
namespace {

constexpr Bytes kLimit{1 << 15};
constexpr double kLatency = 1e-3;
constexpr std::size_t kHosts = 4;

/// Seconds of a byte beyond the first packet, and of one in it, which waits at each switch.
constexpr double kByte = 80e-9;
constexpr double kFirst = 160e-9;

double OneWay(Bytes bytes) {
  const double first = std::min<double>(static_cast<double>(bytes.count), 4096);
  return kLatency + kFirst * first + kByte * (static_cast<double>(bytes.count) - first);
}

measure::NetworkSample Sample(measure::Experiment experiment, Rank from, Rank to, Bytes bytes,
                              double time) {
  return {.experiment = experiment,
          .from = from,
          .to = to,
          .bytes = bytes,
          .time = Seconds(time),
          .least = Seconds(time),
          .low = Seconds(time * 0.99),
          .high = Seconds(time * 1.01)};
}

/// Round trips of all pairs of hosts of one rank.
measure::NetworkData RoundTrips(const std::vector<Bytes>& sizes) {
  measure::NetworkData data;
  for (std::size_t i = 0; i < kHosts; ++i) data.places.push_back({"h" + std::to_string(i), 0});
  for (const Bytes bytes : sizes) {
    for (Rank i = 0; i < static_cast<Rank>(kHosts); ++i) {
      for (Rank j = i + 1; j < static_cast<Rank>(kHosts); ++j) {
        data.samples.push_back(
            Sample(measure::Experiment::kRoundTrip, i, j, bytes, 2 * OneWay(bytes)));
      }
    }
  }
  return data;
}

// Time was up after the first pair of the larger sizes, whose bytes take half as long.
TEST(HostReadings, HaveByteTimesOfTheSameSizesForAllPairs) {
  measure::NetworkData data = RoundTrips({Bytes{1}, Bytes{64}, Bytes{1 << 12}});
  for (const Bytes bytes : {Bytes{1 << 16}, Bytes{1 << 18}}) {
    data.samples.push_back(Sample(measure::Experiment::kRoundTrip, 0, 3, bytes, 2 * OneWay(bytes)));
  }
  const HostReadings read = ReadHosts(data, kLimit);
  for (std::size_t i = 0; i < kHosts; ++i) {
    for (std::size_t j = i + 1; j < kHosts; ++j) {
      EXPECT_NEAR(read.times.byte_time.At(i, j), kFirst, 1e-15) << i << " " << j;
    }
  }
}

TEST(HostReadings, HaveLatenciesOfPairsWhoseByteTimeIsNotKnown) {
  measure::NetworkData data = RoundTrips({Bytes{1}, Bytes{1 << 16}, Bytes{1 << 18}});
  std::erase_if(data.samples, [](const measure::NetworkSample& s) {
    return s.from == 1 && s.to == 2 && s.bytes.count > 1;
  });
  const HostReadings read = ReadHosts(data, kLimit);
  EXPECT_NEAR(read.times.byte_time.At(0, 1), kByte, 1e-15);
  EXPECT_TRUE(std::isnan(read.times.byte_time.At(1, 2)));
  EXPECT_NEAR(read.times.latency.At(1, 2), read.times.latency.At(0, 1), 1e-12);
}

// Calls of the first two sizes would tell 0.5 us per byte, more than a byte takes on the way.
TEST(HostReadings, TakeOffCallsOfTheSizesThatTellByteTimes) {
  measure::NetworkData data = RoundTrips({Bytes{1}, Bytes{64}, Bytes{1 << 10}, Bytes{1 << 12}});
  const auto call = [&](Rank host, Bytes bytes, double time) {
    data.samples.push_back(
        Sample(measure::Experiment::kSendCall, host, (host + 1) % 4, bytes, time));
  };
  call(3, Bytes{1}, 30e-6);
  call(3, Bytes{64}, 60e-6);
  EXPECT_NEAR(ReadHosts(data, kLimit).times.byte_time.At(0, 3), kFirst, 1e-15);
  // 4 ns per byte in each call; host 3, whose calls of these sizes are not known, is as the others.
  for (const Rank host : {0, 1, 2}) {
    call(host, Bytes{1 << 10}, 10e-6 + 4e-9 * 1024);
    call(host, Bytes{1 << 12}, 10e-6 + 4e-9 * 4096);
  }
  EXPECT_NEAR(ReadHosts(data, kLimit).times.byte_time.At(0, 3), kFirst - 4e-9, 1e-15);
}

// Half widths of 1 % at 1 KiB and 4 KiB; four of them, and over the difference of the sizes.
TEST(HostReadings, SayByHowMuchByteTimesMayBeOff) {
  const HostReadings read =
      ReadHosts(RoundTrips({Bytes{1}, Bytes{1 << 10}, Bytes{1 << 12}}), kLimit);
  const double expected =
      4 * 0.01 * std::hypot(OneWay(Bytes{1 << 10}), OneWay(Bytes{1 << 12})) / (4096 - 1024);
  EXPECT_NEAR(read.times.byte_error.At(0, 1) / expected, 1, 1e-9);
}

}  // namespace
}  // namespace colltune::models
