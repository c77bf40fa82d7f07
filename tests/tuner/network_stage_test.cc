#include "tuner/experiments/network_stage.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune::tune {
namespace {

measure::NetworkSample RoundTrip(Bytes bytes, Seconds time) {
  return {.experiment = measure::Experiment::kRoundTrip,
          .from = 0,
          .to = 1,
          .bytes = bytes,
          .repetitions = 1,
          .time = time};
}

TEST(Fit, NeedsSamples) {
  const measure::NetworkData nothing{{{"a", 0}, {"b", 0}}, {}};
  EXPECT_FALSE(CanFit(nothing));
  EXPECT_THROW(FitAll(nothing), std::invalid_argument);
}

// hockney and topology need only round trips of two sizes.
TEST(Fit, IsOfThoseModelsThatTheSamplesAreEnoughFor) {
  const measure::NetworkData some{
      {{"a", 0}, {"b", 0}},
      {RoundTrip(Bytes{1}, Seconds(2e-6)), RoundTrip(Bytes{1001}, Seconds(4e-6))}};
  EXPECT_TRUE(CanFit(some));
  const auto fits = FitAll(some);
  ASSERT_EQ(fits.size(), 2U);
  EXPECT_EQ(fits.front().model, "hockney");
  EXPECT_EQ(fits.back().model, "topology");
}

}  // namespace
}  // namespace colltune::tune
