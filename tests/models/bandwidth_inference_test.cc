// Experiments simulated on a network of known times, by hand: o_s = 2 us, o_r = 1 us, L = 10 us,
// and 1 ns per byte for each message alone.
#include "models/features/bandwidth_inference.h"

#include <gtest/gtest.h>

namespace colltune::models {
namespace {

class Wires final : public Network {
 public:
  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    return {.send_overhead = Seconds(2e-6),
            .latency = Seconds(10e-6 + static_cast<double>(bytes.count) * 1e-9),
            .receive_overhead = Seconds(1e-6)};
  }
};

measure::NetworkSample Sample(measure::Experiment experiment) {
  return {.experiment = experiment,
          .from = experiment == measure::Experiment::kManyToOne ? 3 : 0,
          .to = experiment == measure::Experiment::kManyToOne ? 0 : 3,
          .bytes = Bytes{100'000},
          .others = {1, 2}};
}

// The last of three is sent after 6 us, and its answer takes 13 us.
TEST(Replay, OfAFan) {
  const measure::NetworkSample fan = Sample(measure::Experiment::kOneToManyLastAnswers);
  EXPECT_NEAR(ReplayedTime(fan, Wires(), 0).count(), 6e-6 + 111e-6 + 13e-6, 1e-12);
  // The link carries 300 kB of 2 ns from 12 us on, when the first bytes come.
  EXPECT_NEAR(ReplayedTime(fan, Wires(), 2e-9).count(), 12e-6 + 600e-6 + 1e-6 + 13e-6, 1e-12);
  EXPECT_NEAR(LinkThatExplains(fan, Seconds(626e-6), Wires()) / 2e-9, 1, 1e-6);
  EXPECT_EQ(LinkThatExplains(fan, Seconds(100e-6), Wires()), 0);
}

// The first sender is signalled after 13 us, and its bytes are under way from 25 us on. The three
// messages end within 2 us steps, too close for their receives of 1 us each to overlap with bytes.
TEST(Replay, OfManyToOne) {
  const measure::NetworkSample gather = Sample(measure::Experiment::kManyToOne);
  EXPECT_NEAR(ReplayedTime(gather, Wires(), 0).count(), 6e-6 + 11.001e-6 + 2e-6 + 111e-6, 1e-12);
  const double with_link = ReplayedTime(gather, Wires(), 2e-9).count();
  EXPECT_GE(with_link, 25e-6 + 600e-6 + 1e-6);
  EXPECT_LE(with_link, 25e-6 + 600e-6 + 3.01e-6);
  EXPECT_NEAR(LinkThatExplains(gather, Seconds(with_link), Wires()) / 2e-9, 1, 1e-6);
}

}  // namespace
}  // namespace colltune::models
