// Fits find the parameters that a simulated machine is configured with. With noisy measurements,
// their intervals cover the parameters as often as they claim. Arguments: the machine, and the
// model.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tests/models/fit_testing.h"
#include "tests/models/measured_once.h"
#include "tests/models/true_parameters.h"
#include "tests/truth.h"

namespace colltune::models {
namespace {

constexpr double kClose = 0.02;
constexpr double kNoise = 0.01;  // standard deviation of a median
// Intervals of 95 %: 380 of 400 cover the truth, within two standard deviations of 4.4.
constexpr int kTrials = 400;
constexpr int kCovered = 371;

class Recovery : public testing::Test {
 protected:
  void SetUp() override {
    const measure::NetworkData& data = MeasuredOnce();  // by all ranks
    if (RankIn(MPI_COMM_WORLD) != 0) GTEST_SKIP() << "rank 0 has what all have";
    truth = TrueParameters(MachineAndModel().model, MachineAndModel().machine, data.places);
  }

  static Fit FitOf(const measure::NetworkData& data) {
    return FindNetworkModel(MachineAndModel().model)->fit(data, {});
  }

  ParameterValues truth;
};

/// "C" of "C(3)", "port out" of "port out node-7".
std::string KindOf(const std::string& name) { return name.substr(0, name.find_first_of("(0-")); }

/// Adds noise to all times; the computing time in a delayed flood is exact.
measure::NetworkData WithNoise(measure::NetworkData data, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  constexpr double kNormal95 = 1.96;
  for (measure::NetworkSample& s : data.samples) {
    const Seconds known = s.experiment == measure::Experiment::kDelayedFlood
                              ? (s.messages - 1) * s.delay
                              : Seconds(0);
    const Seconds deviation = kNoise * (s.time - known);
    s.time += normal(random) * deviation;
    s.low = s.time - kNormal95 * deviation;
    s.high = s.time + kNormal95 * deviation;
  }
  return data;
}

TEST_F(Recovery, FindsEachParameterToTwoPercent) {
  const Fit fit = FitOf(MeasuredOnce());
  for (const auto& [name, value] : truth) {
    EXPECT_TRUE(ParameterOf(fit, name).identified) << name;
    EXPECT_NEAR(ParameterOf(fit, name).value / value, 1, kClose) << name;
  }
}

TEST_F(Recovery, IntervalsCoverTheTruthUnderNoise) {
  std::mt19937_64 random(20070917);
  std::map<std::string, int> covered;
  std::map<std::string, int> parameters;  // by kind
  for (const auto& [name, value] : truth) ++parameters[KindOf(name)];
  for (int trial = 0; trial < kTrials; ++trial) {
    const Fit fit = FitOf(WithNoise(MeasuredOnce(), random));
    for (const auto& [name, value] : truth) {
      const FittedParameter p = ParameterOf(fit, name);
      covered[KindOf(name)] += std::abs(p.value - value) <= p.half_width ? 1 : 0;
    }
  }
  for (const auto& [kind, count] : parameters) {
    std::printf("%s: %d of %d intervals cover the truth\n", kind.c_str(), covered[kind],
                kTrials * count);
    EXPECT_GE(covered[kind], kCovered * count) << kind;
  }
}

}  // namespace
}  // namespace colltune::models
