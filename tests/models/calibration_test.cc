// Corrections of single algorithms.
#include "models/fit/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "models/simulator/simulator.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::HasSubstr;

constexpr Shape Of(int ranks, std::int64_t bytes) { return {.ranks = ranks, .elements = bytes}; }

class CalibrationTest : public testing::Test {
 protected:
  /// Returns the prediction of the network, corrected where there is a calibration.
  Seconds Calibrated(const Choice& choice, const Shape& shape,
                     std::span<const Calibration> calibrations) const {
    const Seconds predicted = Predict(choice, shape, *network_);
    return Corrected(choice, shape, predicted, calibrations).value_or(predicted);
  }

  // T(m) = 10 us + m ns, one message after another: flat takes (p-1) T, binomial ceil(lg p) T.
  const std::unique_ptr<Network> network_ =
      MakeNetwork("hockney", {{"alpha", 10e-6}, {"beta", 1e-9}});
  const Choice flat_ = ParseChoice(Collective::kBcast, "flat");
  const Choice binomial_ = ParseChoice(Collective::kBcast, "binomial");
};

// A machine whose root sends to all at the same time. On 8 ranks a flat tree takes 2 us + 2.1 T,
// which is 2 us and 0.3 of the model's prediction. A binomial tree takes the predicted 3 T.
TEST_F(CalibrationTest, MendsTheRankingOfAPointToPointFit) {
  const auto flat_time = [](int ranks, double bytes) {
    return Seconds(2e-6 + 0.3 * (ranks - 1) * (10e-6 + bytes * 1e-9));
  };
  const std::vector<TimedRun> flat_runs = {{Of(4, 1000), flat_time(4, 1000)},
                                           {Of(8, 1000), flat_time(8, 1000)},
                                           {Of(8, 100'000), flat_time(8, 100'000)}};
  const std::vector<TimedRun> binomial_runs = {{Of(4, 1000), Seconds(2 * 11e-6)},
                                               {Of(8, 100'000), Seconds(3 * 110e-6)}};
  const std::vector calibrations = {Calibrate(flat_, flat_runs, *network_),
                                    Calibrate(binomial_, binomial_runs, *network_)};
  EXPECT_NEAR(calibrations[0].scale, 0.3, 1e-12);
  EXPECT_NEAR(calibrations[0].offset.count(), 2e-6, 1e-16);
  EXPECT_EQ(calibrations[0].least_ranks, 4);
  EXPECT_EQ(calibrations[0].most_ranks, 8);
  EXPECT_EQ(calibrations[0].runs, 3);
  EXPECT_NEAR(calibrations[1].scale, 1, 1e-12);

  const Shape other = Of(7, 20'000);  // in no run
  EXPECT_GT(Predict(flat_, other, *network_), Predict(binomial_, other, *network_));
  const Seconds flat = Calibrated(flat_, other, calibrations);
  EXPECT_LT(flat, Calibrated(binomial_, other, calibrations));
  EXPECT_NEAR(flat / flat_time(7, 20'000), 1, 1e-12);
}

TEST_F(CalibrationTest, AppliesToItsAlgorithmAndRanksOnly) {
  const std::vector calibrations = {
      Calibrate(flat_, std::vector<TimedRun>{{Of(4, 0), Seconds(60e-6)}}, *network_)};
  // One run: 60 us where the model says 30.
  EXPECT_NEAR(calibrations[0].scale, 2, 1e-12);
  EXPECT_EQ(calibrations[0].offset, Seconds(0));
  EXPECT_NEAR(Calibrated(flat_, Of(4, 0), calibrations).count(), 60e-6, 1e-15);
  EXPECT_NEAR(Calibrated(flat_, Of(5, 0), calibrations).count(), 40e-6, 1e-15);
  EXPECT_NEAR(Calibrated(binomial_, Of(4, 0), calibrations).count(), 20e-6, 1e-15);
}

TEST_F(CalibrationTest, RefusesWhatCannotBe) {
  EXPECT_THAT(RefusalOf([&] { Calibrate(flat_, {}, *network_); }), HasSubstr("flat: there is no"));
  EXPECT_THAT(RefusalOf([&] {
                Calibrate(flat_, std::vector<TimedRun>{{Of(4, 0), Seconds(0)}}, *network_);
              }),
              HasSubstr("cannot take 0 s"));
}

}  // namespace
}  // namespace colltune::models
