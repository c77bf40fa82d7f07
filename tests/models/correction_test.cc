// Corrections by timed runs, against closed forms and drawn processes.
#include "models/fit/correction.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>
#include <vector>

namespace colltune::models {
namespace {

constexpr double kFinest = 0.005;  // least standard deviation of a residual
constexpr double kClose = 1e-12;

constexpr CorrectionParameters kParameters = {
    .deviation = 0.3, .shared = 0.4, .kindred = 0.2, .size_scale = 8, .layout_scale = 4};

RunPoint At(ChoiceId choice, std::int64_t bytes, int ranks = 8, int ranks_per_node = 1) {
  return {choice, Bytes{bytes}, ranks, ranks_per_node, 0};
}

TEST(Correction, ExpectsNothingOfNothing) {
  const auto estimate = Correction(kParameters).Expect(At("flat", 64));
  EXPECT_EQ(estimate.mean, 0);
  EXPECT_NEAR(estimate.deviation, std::hypot(0.3, kFinest), kClose);
}

/// Expects what one exact run, of flat with 64 bytes on 8 ranks, teaches at another point. By hand:
/// with the covariance c = 0.09 * share the mean is c / (0.09 + f^2) of the residual, and the
/// variance 0.09 - c^2 / (0.09 + f^2) + f^2, where f is the finest.
void ExpectTaught(const RunPoint& at, double share) {
  Correction correction(kParameters);
  correction.Add({At("flat", 64), 0.1, 0});
  const double all = 0.09 + kFinest * kFinest;
  const double covariance = 0.09 * share;
  const auto estimate = correction.Expect(at);
  EXPECT_NEAR(estimate.mean, 0.1 * covariance / all, kClose);
  EXPECT_NEAR(estimate.deviation, std::sqrt(all - covariance * covariance / all), kClose);
}

TEST(Correction, SharesOneRunByItsClosedForm) {
  ExpectTaught(At("flat", 64), 1);
  ExpectTaught(At("flat:segment=8", 64), 0.4 + 0.2);
  ExpectTaught(At("star", 64), 0.4);
  ExpectTaught(At("flat", 64 << 8), std::exp(-1));       // 8 doublings
  ExpectTaught(At("flat", 0), std::exp(-6.0 / 8));       // as 1 byte
  ExpectTaught(At("flat", 64, 32), std::exp(-2.0 / 4));  // 2 doublings
  ExpectTaught(At("flat", 64, 8, 4), std::exp(-2.0 / 4));
  ExpectTaught(At("star", 128, 16, 2), 0.4 * std::exp(-1.0 / 8 - 1.0 / 4 - 1.0 / 4));
  RunPoint other_root = At("flat", 64);
  other_root.root = 3;
  ExpectTaught(other_root, std::exp(-1.0 / 4));
}

// Residuals 0.1 and 0.3, with a noise of 0.4 on the second. Half-way, 4 doublings from either, by
// Cramer's rule; covariances in units of 0.09.
TEST(Correction, WeighsTwoRunsByTheirNoise) {
  Correction correction(kParameters);
  correction.Add({At("flat", 1), 0.1, 0});
  correction.Add({At("flat", 256), 0.3, 0.4});
  const double between = 0.09 * std::exp(-1);
  const double to = 0.09 * std::exp(-0.5);
  const double first = 0.09 + kFinest * kFinest;
  const double second = first + 0.16;
  const double determinant = first * second - between * between;
  const double weight_of_first = to * (second - between) / determinant;
  const double weight_of_second = to * (first - between) / determinant;
  const auto estimate = correction.Expect(At("flat", 16));
  EXPECT_NEAR(estimate.mean, 0.1 * weight_of_first + 0.3 * weight_of_second, kClose);
  EXPECT_NEAR(estimate.deviation, std::sqrt(first - to * (weight_of_first + weight_of_second)),
              kClose);
}

TEST(Correction, TakesTheLaterOfTwoRunsOfAPoint) {
  Correction correction(kParameters);
  correction.Add({At("flat", 64), 0.7, 0});
  correction.Add({At("flat", 64), 0.1, 0});
  EXPECT_NEAR(correction.Expect(At("flat", 64)).mean, 0.1 * 0.09 / (0.09 + kFinest * kFinest),
              kClose);
}

/// A process that is drawn by its covariance, at points of three choices, drawn too.
struct Drawn {
  std::vector<RunPoint> points;
  Eigen::VectorXd residuals;
};

double CovarianceByHand(const RunPoint& a, const RunPoint& b, const CorrectionParameters& by) {
  const auto apart = [](double x, double y) { return std::abs(std::log2(x / y)); };
  const double own = a.choice == b.choice ? 1 - by.shared - by.kindred : 0;
  const double share =
      by.shared + (a.choice.algorithm() == b.choice.algorithm() ? by.kindred : 0) + own;
  const double sizes =
      apart(static_cast<double>(a.bytes.count), static_cast<double>(b.bytes.count));
  return by.deviation * by.deviation * share *
         std::exp(-sizes / by.size_scale - apart(a.ranks, b.ranks) / by.layout_scale);
}

Drawn Draw(std::mt19937_64& random, int count, const CorrectionParameters& by) {
  const std::vector<ChoiceId> names = {"flat", "flat:segment=8", "star"};
  Drawn drawn;
  for (int i = 0; i < count; ++i) {
    const std::int64_t bytes = std::int64_t{1} << random() % 20;
    const int ranks = 2 + static_cast<int>(random() % 63);
    drawn.points.push_back(At(names[random() % names.size()], bytes, ranks));
  }
  Eigen::MatrixXd covariances(count, count);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      covariances(i, j) = CovarianceByHand(drawn.points[static_cast<std::size_t>(i)],
                                           drawn.points[static_cast<std::size_t>(j)], by);
    }
    covariances(i, i) += kFinest * kFinest;
  }
  std::normal_distribution<double> normal;
  Eigen::VectorXd whites(count);
  for (double& white : whites) white = normal(random);
  drawn.residuals = covariances.llt().matrixL() * whites;
  return drawn;
}

/// Returns the share of 95 % intervals that hold the residual, over 200 processes: of 10 points
/// each, expected from runs at `runs` others.
double Coverage(int runs, const CorrectionParameters& truth) {
  constexpr int kProcesses = 200;
  constexpr int kAsked = 10;
  std::mt19937_64 random(3);
  int within = 0;
  for (int process = 0; process < kProcesses; ++process) {
    const Drawn drawn = Draw(random, runs + kAsked, truth);
    Correction correction;
    for (int i = 0; i < runs + kAsked; ++i) {
      const RunPoint& at = drawn.points[static_cast<std::size_t>(i)];
      if (i < runs) {
        correction.Add({at, drawn.residuals(i), 0});
      } else {
        const auto estimate = correction.Expect(at);
        within += std::abs(drawn.residuals(i) - estimate.mean) < 1.96 * estimate.deviation;
      }
    }
  }
  return static_cast<double>(within) / (kProcesses * kAsked);
}

// Points of one process are correlated: by the 200 processes alone the standard error is up to 1.5
// %.
TEST(Correction, CoversProcessesOfUnknownParameters) {
  EXPECT_NEAR(Coverage(60, CorrectionParameters{}), 0.95, 0.03);
  EXPECT_NEAR(Coverage(60, kParameters), 0.95, 0.03);
  EXPECT_NEAR(Coverage(60, {.deviation = 0.05, .shared = 0.1, .kindred = 0.1, .size_scale = 4}),
              0.95, 0.03);
}

TEST(Correction, DoesNotPromiseTooMuchAfterFewRuns) {
  EXPECT_GT(Coverage(2, CorrectionParameters{}), 0.92);
  EXPECT_GT(Coverage(10, CorrectionParameters{}), 0.92);
  EXPECT_GT(Coverage(10, kParameters), 0.85) << "half as uncertain again as expected before";
}

TEST(Correction, LearnsHowUncertainPredictionsAre) {
  std::mt19937_64 random(5);
  for (const double truth : {0.03, 0.6}) {
    const Drawn drawn = Draw(random, 100, {.deviation = truth});
    Correction correction;
    for (int i = 0; i < 100; ++i) {
      correction.Add({drawn.points[static_cast<std::size_t>(i)], drawn.residuals(i), 0});
    }
    EXPECT_NEAR(std::log(correction.parameters().deviation / truth), 0, std::log(2));
  }
}

}  // namespace
}  // namespace colltune::models
