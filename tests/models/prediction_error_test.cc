#include "tests/models/prediction_error.h"

#include <gtest/gtest.h>

namespace colltune::models {
namespace {

Prediction Row(std::string algorithm, int ranks, double truth, double predicted) {
  return {.machine = "",
          .collective = Collective::kGather,
          .algorithm = std::move(algorithm),
          .ranks = ranks,
          .bytes = Bytes{64},
          .truth = truth,
          .predicted = {1000 * truth, predicted}};
}

// 20 rows of truth 100, predicted 100, 101 .. 119, but not in this order.
TEST(PredictionError, IsThatOfTheModelWithTheRowOfTheWorst) {
  std::vector<Prediction> rows;
  for (int i = 0; i < 20; ++i) rows.push_back(Row("a", i, 100, 100 + i * 7 % 20));
  const ErrorSummary error = ErrorsOf(rows, 1);
  EXPECT_EQ(error.rows, 20U);
  EXPECT_NEAR(error.median, 0.095, 1e-12);
  EXPECT_NEAR(error.percentile90, 0.17, 1e-12) << "18 of 20 are not above it";
  EXPECT_NEAR(error.percentile95, 0.18, 1e-12) << "19 of 20 are not above it";
  EXPECT_NEAR(error.worst, 0.19, 1e-12);
  EXPECT_EQ(error.where.ranks, 17);
  EXPECT_NEAR(ErrorsOf(rows, 0).median, 999, 1e-9);
}

TEST(PredictionError, CountsTooLittleAsMuchAsTooMuch) {
  const std::vector<Prediction> rows = {Row("a", 4, 100, 60), Row("a", 7, 100, 130)};
  EXPECT_NEAR(ErrorsOf(rows, 1).worst, 0.4, 1e-12);
}

// 4 ranks: b is chosen, which is the best. 7 ranks: a is chosen, which takes 15 instead of 10.
TEST(Regret, IsWhatTheChosenTakesMoreThanTheBest) {
  const std::vector<Prediction> rows = {Row("a", 4, 20, 9), Row("a", 7, 15, 1), Row("b", 4, 10, 8),
                                        Row("b", 7, 10, 2), Row("c", 7, 30, 3)};
  const RegretSummary regret = RegretOf(rows, 1);
  EXPECT_EQ(regret.choices, 2U);
  EXPECT_NEAR(regret.mean, 0.25, 1e-12);
  EXPECT_NEAR(regret.worst, 0.5, 1e-12);
  EXPECT_NEAR(regret.percentile95, 0.5, 1e-12);
  EXPECT_EQ(WhatOf(regret.chosen), "gather:a, 7 ranks, 64 B");
  EXPECT_EQ(WhatOf(regret.best), "gather:b, 7 ranks, 64 B");
}

// One machine's best algorithm is no choice on another.
TEST(Regret, ComparesAlgorithmsOnOneMachine) {
  std::vector<Prediction> rows = {Row("a", 4, 20, 9), Row("b", 4, 10, 11)};
  rows[1].machine = "other";
  EXPECT_EQ(RegretOf(rows, 1).choices, 2U);
  EXPECT_EQ(RegretOf(rows, 1).worst, 0);
}

}  // namespace
}  // namespace colltune::models
