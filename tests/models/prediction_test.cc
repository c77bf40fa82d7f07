// Predictions against the truth for every algorithm of the registry, in virtual time. Arguments:
// the simulated machine, and the model.
#include <gtest/gtest.h>

#include "tests/models/measured_once.h"
#include "tests/models/predictions.h"
#include "tests/truth.h"

namespace colltune::models {
namespace {

constexpr double kMedian = 0.05;
constexpr double kPercentile95 = 0.15;
constexpr double kMeanRegret = 0.03;

TEST(PredictionsInVirtualTime, AreCloseAndChooseWell) {
  const std::unique_ptr<Network> network =
      NetworkOf(MachineAndModel().model, MachineAndModel().machine, MeasuredOnce());
  const Network* const networks[] = {network.get()};
  std::vector<Prediction> rows;
  for (const int ranks : {7, 16}) {
    ComparePredictions(ranks, networks, {.sizes = {0, 2, 4, 6}},
                       [&](const Prediction& row) { rows.push_back(row); });
  }
  if (RankIn(MPI_COMM_WORLD) != 0) return;
  ASSERT_GT(rows.size(), Algorithms().size() * 4) << "some algorithms decline 7 ranks, none 16";
  const ErrorSummary error = ErrorsOf(rows, 0);
  const RegretSummary regret = RegretOf(rows, 0);
  std::printf("%zu rows: median %.2f %%, 95th percentile %.2f %%, worst %.1f %%\n", error.rows,
              100 * error.median, 100 * error.percentile95, 100 * error.worst);
  EXPECT_LE(error.median, kMedian);
  EXPECT_LE(error.percentile95, kPercentile95) << "worst: " << WhatOf(error.where);
  EXPECT_LE(regret.mean, kMeanRegret)
      << WhatOf(regret.chosen) << " instead of " << regret.best.algorithm;
}

}  // namespace
}  // namespace colltune::models
