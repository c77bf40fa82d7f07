// Hockney's model: fit and cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

measure::NetworkSample RoundTrip(std::int64_t bytes, double seconds) {
  return {.bytes = Bytes{bytes}, .time = Seconds(seconds)};
}

TEST(Hockney, RecoversParameters) {
  // alpha = 14 us, beta = 0.8 ns per byte: 2 (alpha + beta m).
  const Fit fit = FitModel("hockney", std::vector{RoundTrip(0, 28e-6), RoundTrip(1000, 29.6e-6),
                                                  RoundTrip(1'000'000, 1628e-6)});
  EXPECT_EQ(fit.model, "hockney");
  ASSERT_EQ(fit.parameters.size(), 2U);
  EXPECT_EQ(fit.parameters[0].name, "alpha");
  EXPECT_EQ(fit.parameters[0].unit, "s");
  EXPECT_NEAR(fit.parameters[0].value, 14e-6, 1e-17);
  EXPECT_EQ(fit.parameters[1].name, "beta");
  EXPECT_EQ(fit.parameters[1].unit, "s/B");
  EXPECT_NEAR(fit.parameters[1].value, 0.8e-9, 1e-21);
  EXPECT_LT(fit.worst_residual, 1e-12);
  EXPECT_THAT(fit.notes, IsEmpty());
}

TEST(Hockney, UsesRoundTripsOnly) {
  std::vector samples = {RoundTrip(0, 2e-6), RoundTrip(1000, 4e-6)};
  samples.push_back({.experiment = measure::Experiment::kLateReceive,
                     .bytes = Bytes{8},
                     .messages = 9,
                     .time = Seconds(1)});
  const Fit fit = FitModel("hockney", samples);
  EXPECT_NEAR(ValueOf(fit, "alpha"), 1e-6, 1e-18);
  EXPECT_NEAR(ValueOf(fit, "beta"), 1e-9, 1e-21);
  EXPECT_TRUE(std::isinf(ParameterOf(fit, "alpha").half_width));
}

TEST(Hockney, FixesNegativeAlphaAtZero) {
  // One way 1 s for 1 byte and 4 s for 2: the line is -2 + 3 m. With alpha fixed, the sum of
  // (beta m / y - 1)^2 is least for beta = (1/1 + 2/4) / (1/1 + 4/16) = 1.2: predicted/measured is
  // 1.2 / 1 and 2.4 / 4, and the second is off by 0.4.
  const Fit fit = FitModel("hockney", std::vector{RoundTrip(1, 2), RoundTrip(2, 8)});
  EXPECT_EQ(ValueOf(fit, "alpha"), 0);
  EXPECT_NEAR(ValueOf(fit, "beta"), 1.2, 1e-14);
  EXPECT_NEAR(fit.worst_residual, 0.4, 1e-14);
  EXPECT_EQ(fit.worst_sample.bytes, Bytes{2});
  EXPECT_THAT(
      fit.notes,
      ElementsAre("alpha: the bytes already explain the round trip of the small messages; fixed "
                  "at 0"));
}

TEST(Hockney, SaysWhatIsMissing) {
  EXPECT_THAT(RefusalOf([] { FitModel("hockney", {}); }),
              HasSubstr("there is no sample of: round trip"));
  EXPECT_EQ(RefusalOf([] {
              FitModel("hockney", std::vector{RoundTrip(8, 2e-6), RoundTrip(8, 3e-6)});
            }),
            "hockney: the samples do not determine alpha, beta; it takes round trips of two or "
            "more sizes");
}

TEST(Hockney, KeepsThePortBusyForTheWholeMessage) {
  const auto network = MakeNetwork("hockney", {{"alpha", 3.0}, {"beta", 0.5}});
  const MessageCost cost = network->Cost(0, 1, Bytes{4});
  EXPECT_EQ(cost.send_overhead, Seconds(0));
  EXPECT_EQ(cost.transfer, Seconds(5));
  EXPECT_EQ(cost.gap, Seconds(5));
  EXPECT_EQ(cost.latency, Seconds(0));
  EXPECT_EQ(cost.receive_overhead, Seconds(0));
}

}  // namespace
}  // namespace colltune::models
