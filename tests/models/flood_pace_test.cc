// Floods paced by the sending processor, by hand: round trips of 20 us at 1 byte and 28 us at 4096,
// and overheads of 2 us.
#include "models/features/flood_pace.h"

#include <gtest/gtest.h>

#include <vector>

namespace colltune::models {
namespace {

constexpr int kMessages = 11;

measure::NetworkSample RoundTrip(std::int64_t bytes, double us) {
  return {.to = 1, .bytes = Bytes{bytes}, .time = Seconds(us * 1e-6)};
}

/// A flood of ten intervals of `pace`, half a round trip of the size, and half of one byte.
measure::NetworkSample Flood(std::int64_t bytes, double pace_us) {
  const double ends = bytes == 1 ? 20 : 24;
  return {.experiment = measure::Experiment::kFlood,
          .to = 1,
          .bytes = Bytes{bytes},
          .messages = kMessages,
          .time = Seconds((10 * pace_us + ends) * 1e-6)};
}

measure::NetworkSample DelayedFlood() {
  measure::NetworkSample sample = Flood(1, 102);
  sample.experiment = measure::Experiment::kDelayedFlood;
  sample.delay = Seconds(100e-6);
  return sample;
}

const std::vector<measure::NetworkSample> kBase = {RoundTrip(1, 20), RoundTrip(4096, 28),
                                                   DelayedFlood()};

TEST(FloodPace, TellsTheProcessorFromTheNetwork) {
  std::vector<measure::NetworkSample> samples = kBase;
  samples.push_back(Flood(1, 2.05));
  samples.push_back(Flood(4096, 3.3));
  const FloodPace pace(samples);
  EXPECT_TRUE(pace.IsOfProcessor(samples[3]));
  EXPECT_FALSE(pace.IsOfProcessor(samples[4]));
  EXPECT_FALSE(pace.IsOfProcessor(samples[0])) << "no flood";
}

TEST(FloodPace, AllowsForWhatAFloodIsUncertainBy) {
  std::vector<measure::NetworkSample> samples = kBase;
  samples.push_back(Flood(1, 2.3));
  samples.push_back(Flood(4096, 3.3));
  EXPECT_FALSE(FloodPace(samples).IsOfProcessor(samples[3]));
  samples[3].low = samples[3].time - Seconds(1.5e-6);
  samples[3].high = samples[3].time + Seconds(1.5e-6);  // 0.3 us per message
  EXPECT_TRUE(FloodPace(samples).IsOfProcessor(samples[3]));
}

TEST(FloodPace, KeepsAllWhereNoneWouldBeLeft) {
  std::vector<measure::NetworkSample> samples = kBase;
  samples.push_back(Flood(1, 2));
  EXPECT_FALSE(FloodPace(samples).IsOfProcessor(samples[3]));
}

TEST(FloodPace, JudgesNothingWithoutDelayedFloods) {
  std::vector<measure::NetworkSample> samples = {RoundTrip(1, 20), RoundTrip(4096, 28)};
  samples.push_back(Flood(1, 2));
  samples.push_back(Flood(4096, 3.3));
  EXPECT_FALSE(FloodPace(samples).IsOfProcessor(samples[2]));
}

}  // namespace
}  // namespace colltune::models
