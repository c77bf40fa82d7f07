#include "tuner/text/network_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune::tune {
namespace {

measure::NetworkSample Sample(measure::Experiment experiment, std::int64_t bytes, double least,
                              double time, double low, double high) {
  measure::NetworkSample sample{experiment, 0, 1, Bytes{bytes}};
  sample.least = Microseconds(least);
  sample.time = Microseconds(time);
  sample.low = Microseconds(low);
  sample.high = Microseconds(high);
  return sample;
}

measure::NetworkSample Flood(std::int64_t bytes, int depth, int messages, double least, double time,
                             double low, double high) {
  measure::NetworkSample sample =
      Sample(measure::Experiment::kFlood, bytes, least, time, low, high);
  sample.depth = depth;
  sample.messages = messages;
  return sample;
}

/// Samples in microseconds: g is 2.0 with q = 1 and 1.0 with q = 4, and 11 for 1008 bytes.
std::vector<measure::NetworkSample> Samples(double send_overhead = 0.5) {
  return {Sample(measure::Experiment::kRoundTrip, 8, 4, 4.4, 4.2, 4.6),
          Flood(8, 1, 1, 5, 5, 5, 5),
          Flood(8, 1, 11, 25, 26, 25.5, 26.5),
          Flood(8, 4, 1, 5, 5, 5, 5),
          Flood(8, 4, 11, 15, 16, 15.5, 16.5),
          Flood(1008, 4, 1, 10, 10, 10, 10),
          Flood(1008, 4, 11, 120, 120, 120, 120),
          Sample(measure::Experiment::kSendOverlap, 8, send_overhead, 0.6, 0.5, 0.7),
          Sample(measure::Experiment::kReceiveOverlap, 8, 0.3, 0.3, 0.3, 0.4)};
}

void ExpectNear(const measure::Estimated& found, double unit, const measure::Estimated& expected) {
  EXPECT_NEAR(found.least / unit, expected.least, 1e-6);
  EXPECT_NEAR(found.median / unit, expected.median, 1e-6);
  EXPECT_NEAR(found.low / unit, expected.low, 1e-6);
  EXPECT_NEAR(found.high / unit, expected.high, 1e-6);
}

TEST(SeedParameters, FollowFromTheSamples) {
  const measure::SeedParameters p = measure::FindSeedParameters(Samples());
  constexpr double kMicro = 1e-6;
  EXPECT_EQ(p.small, Bytes{8});
  EXPECT_EQ(p.large, Bytes{1008});
  EXPECT_EQ(p.best_depth, 4);
  ExpectNear(p.eel, kMicro, {2, 2.2, 2.1, 2.3});
  ExpectNear(p.send_overhead, kMicro, {0.5, 0.6, 0.5, 0.7});
  ExpectNear(p.receive_overhead, kMicro, {0.3, 0.3, 0.3, 0.4});
  ExpectNear(p.gap, kMicro, {1, 1.1, 1.05, 1.15});
  ExpectNear(p.byte_gap, 1e-9, {10, 9.9, 9.85, 9.95});
  ExpectNear(p.large_from, 1, {100, 1.1e3 / 9.9, 1.05e3 / 9.95, 1.15e3 / 9.85});
  ExpectNear(p.overlap, kMicro, {1.2, 1.3, 1.0, 1.5});
  EXPECT_TRUE(p.HoldsLogP());
  EXPECT_FALSE(measure::FindSeedParameters(Samples(1.8)).HoldsLogP());
}

TEST(SeedParameters, NameWhatIsMissing) {
  const auto without = [](std::size_t index) -> std::string {
    auto samples = Samples();
    samples.erase(samples.begin() + static_cast<std::ptrdiff_t>(index));
    try {
      measure::FindSeedParameters(samples);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(without(0), "no round trip of 8 bytes");
  EXPECT_EQ(without(5), "no floods of larger messages with depth 4");
  EXPECT_EQ(without(7), "no send overlap of 8 bytes");
  EXPECT_EQ(without(8), "no receive overlap of 8 bytes");
  EXPECT_EQ(without(3), "no floods of larger messages with depth 1");
  EXPECT_THROW(measure::FindSeedParameters({}), std::invalid_argument);
}

MeasuredLayer Layer(double send_overhead = 0.5) {
  MeasuredLayer layer;
  layer.layer = "mpi";
  layer.to = 1;
  layer.from_host = "a";
  layer.to_host = "b";
  layer.sizes = {Bytes{8}, Bytes{1008}};
  layer.samples = Samples(send_overhead);
  layer.parameters = measure::FindSeedParameters(layer.samples);
  layer.most_buffered = Bytes{1 << 22};
  return layer;
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LayerText, HasTheParameters) {
  const std::string text = LayerText(Layer());
  for (const char* line :
       {"mpi from rank 0 on a to rank 1 on b, messages of 8 bytes\n",
        "EEL                 2.00 us      2.20 us  2.10 us .. 2.30 us        end to end",
        "o_s                  500 ns       600 ns  500 ns .. 700 ns          ",
        "g                   1.00 us      1.10 us  1.05 us .. 1.15 us        between messages, "
        "best "
        "with q "
        "= 4\n",
        "G                   10 ns/B     9.9 ns/B  9.85 ns/B .. 9.95 ns/B    between",
        "g/G                   100 B        111 B  106 B .. 117 B            from",
        "overlap left        1.20 us      1.30 us  1.00 us .. 1.50 us        EEL - (o_s + o_r), "
        "which "
        "is "
        "LogP's L\n",
        "rendezvous                -            -                            none: sends up to 4M "
        "do",
        "         8     1.00 us      500 ns      300 ns\n",
        "      1008     11.0 us           -           -\n"}) {
    EXPECT_TRUE(Has(text, line)) << line << "\nin\n" << text;
  }
}

TEST(LayerText, SaysWhereLogPDoesNotHoldInsteadOfANegativeLatency) {
  const std::string text = LayerText(Layer(2.5));
  EXPECT_TRUE(
      Has(text, "none: o_s + o_r exceed EEL by 800 ns; LogP's o_s + L + o_r = EEL does not hold\n"))
      << text;
  EXPECT_FALSE(Has(text, "LogP's L\n"));
  EXPECT_TRUE(Has(LayerCsv(Layer(2.5)), "overlap_left,8,,s,,,,mpi,none: o_s + o_r exceed"));
}

TEST(LayerText, DoesNotShowAnOverheadThatIsTooSmallToBeSeenAsNone) {
  MeasuredLayer layer = Layer();
  layer.samples.push_back(Sample(measure::Experiment::kSendOverlap, 1008, 0, 0.1, 0, 0.2));
  EXPECT_TRUE(Has(LayerText(layer), "      1008     11.0 us    < 200 ns           -\n"));
}

TEST(LayerCsv, HasARowForEachParameter) {
  MeasuredLayer layer = Layer();
  layer.rendezvous = Bytes{65536};
  const std::string csv = LayerCsv(layer);
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "parameter,bytes,value,unit,low,high,least,layer,note");
  EXPECT_TRUE(
      Has(csv, "\nEEL,8,2.2e-06,s,2.1e-06,2.3e-06,2e-06,mpi,end to end: half a round trip\n"))
      << csv;
  EXPECT_TRUE(Has(csv, "\nrendezvous,,65536,B,65536,65536,65536,mpi,from here on")) << csv;
  EXPECT_TRUE(Has(csv, "\no_s,1008,,s,,,,mpi,\n")) << csv;
}

}  // namespace
}  // namespace colltune::tune
