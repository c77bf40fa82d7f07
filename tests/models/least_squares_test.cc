#include "models/fit/least_squares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace colltune::models {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Two-sided 95 % points of Student's t, from the printed table (NIST/SEMATECH e-Handbook of
// Statistical Methods, 1.3.6.7.2, with more digits from Abramowitz & Stegun 26.7).
constexpr double kT1 = 12.706205;
constexpr double kT34 = 2.032245;

/// The sum of coefficients[j] times unknown j.
Equation Sum(const std::vector<double>& coefficients, double value, double weight = 1) {
  Equation equation{{}, value, weight};
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    equation.terms.push_back({j, coefficients[j]});
  }
  return equation;
}

/// value = a + b x.
Equation Line(double x, double value) { return Sum({1, x}, value); }

TEST(LeastSquares, WeighsEquations) {
  // x = 1 with weight 1, x = 4 with weight 2. The squares of the weights count:
  // x = (1*1 + 4*4) / (1 + 4) = 3.4. Residuals 2.4 and -1.2, squares 5.76 + 1.44 = 7.2 with one
  // degree of freedom; variance 7.2 / 5 = 1.44, standard error 1.2.
  const LeastSquares solution = SolveLeastSquares(std::vector{Sum({1}, 1), Sum({1}, 4, 2)});
  ASSERT_EQ(solution.parameters.size(), 1U);
  EXPECT_NEAR(solution.parameters[0].value, 3.4, 1e-14);
  EXPECT_NEAR(solution.parameters[0].half_width, 1.2 * kT1, 1e-5);
  ASSERT_EQ(solution.residuals.size(), 2U);
  EXPECT_NEAR(solution.residuals[0], 2.4, 1e-14);
  EXPECT_NEAR(solution.residuals[1], -1.2, 1e-14);
}

// x + y = 2 and z = 3, once with weight 1 and once z = 6 with weight 2: z = (3 + 4*6) / 5. Of all x
// and y the shortest pair is 1, 1.
TEST(LeastSquares, FindsTheShortestOfManySolutions) {
  const std::vector<double> found =
      SolveLeastNorm(std::vector{Sum({1, 1}, 2), Sum({0, 0, 1}, 3), Sum({0, 0, 1}, 6, 2)});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NEAR(found[0], 1, 1e-6);
  EXPECT_NEAR(found[1], 1, 1e-6);
  EXPECT_NEAR(found[2], 5.4, 1e-6);
}

// NIST Statistical Reference Datasets, "Norris": a calibration of ozone monitors with certified
// values of the line y = a + b x and the standard deviations of a and b.
TEST(LeastSquares, AgreesWithCertifiedValues) {
  constexpr double kXy[][2] = {
      {0.2, 0.1},     {337.4, 338.8}, {118.2, 118.1}, {884.6, 888.0}, {10.1, 9.2},
      {226.5, 228.1}, {666.3, 668.5}, {996.3, 998.5}, {448.6, 449.1}, {777.0, 778.9},
      {558.2, 559.2}, {0.4, 0.3},     {0.6, 0.1},     {775.5, 778.1}, {666.9, 668.8},
      {338.0, 339.3}, {447.5, 448.9}, {11.6, 10.8},   {556.0, 557.7}, {228.1, 228.3},
      {995.8, 998.0}, {887.6, 888.8}, {120.2, 119.6}, {0.3, 0.3},     {0.3, 0.6},
      {556.8, 557.6}, {339.1, 339.3}, {887.2, 888.0}, {999.0, 998.5}, {779.0, 778.9},
      {11.1, 10.2},   {118.3, 117.6}, {229.2, 228.9}, {669.1, 668.4}, {448.9, 449.2},
      {0.5, 0.2},
  };
  std::vector<Equation> equations;
  for (const auto& [x, y] : kXy) equations.push_back(Line(x, y));
  const LeastSquares solution = SolveLeastSquares(equations);
  ASSERT_EQ(solution.parameters.size(), 2U);
  EXPECT_NEAR(solution.parameters[0].value, -0.262323073774029, 1e-11);
  EXPECT_NEAR(solution.parameters[1].value, 1.00211681802045, 1e-13);
  EXPECT_NEAR(solution.parameters[0].half_width, kT34 * 0.232818234301152, 1e-6);
  EXPECT_NEAR(solution.parameters[1].half_width, kT34 * 0.429796848199937e-3, 1e-9);
}

TEST(LeastSquares, HasNoIntervalWithoutEquationsToSpare) {
  const LeastSquares solution = SolveLeastSquares(std::vector{Line(1, 5), Line(3, 9)});
  ASSERT_EQ(solution.parameters.size(), 2U);
  EXPECT_NEAR(solution.parameters[0].value, 3, 1e-14);
  EXPECT_NEAR(solution.parameters[1].value, 2, 1e-14);
  EXPECT_TRUE(std::isinf(solution.parameters[0].half_width));
  EXPECT_TRUE(std::isinf(solution.parameters[1].half_width));
}

TEST(LeastSquares, ScaleOfCoefficientsDoesNotMatter) {
  // y = 3 + 2 m: next to a column of up to 1e12 one of ones is not taken for rounding.
  const LeastSquares solution =
      SolveLeastSquares(std::vector{Line(0, 3), Line(1, 5), Line(1e12, 3 + 2e12)});
  ASSERT_EQ(solution.parameters.size(), 2U);
  EXPECT_NEAR(solution.parameters[0].value, 3, 1e-3);
  EXPECT_NEAR(solution.parameters[1].value, 2, 1e-12);
}

TEST(LeastSquares, NamesTheUndetermined) {
  // Only the sum of the first and the third unknown is determined, and the second.
  const LeastSquares sum = SolveLeastSquares(
      std::vector{Sum({1, 0, 1}, 3), Sum({2, 0, 2}, 6), Sum({1, 1, 1}, 5), Sum({0, 1, 0}, 2)});
  EXPECT_THAT(sum.undetermined, ElementsAre(0, 2));
  EXPECT_THAT(sum.parameters, IsEmpty());
  EXPECT_THAT(sum.residuals, IsEmpty());

  // No equation contains the first unknown.
  EXPECT_THAT(SolveLeastSquares(std::vector{Sum({0, 1}, 3), Sum({0, 2}, 5)}).undetermined,
              ElementsAre(0));

  // One point on a line.
  EXPECT_THAT(SolveLeastSquares(std::vector{Line(2, 7)}).undetermined, ElementsAre(0, 1));
  EXPECT_THAT(SolveNonNegativeLeastSquares(std::vector{Line(2, 7)}).undetermined,
              ElementsAre(0, 1));
}

TEST(NonNegativeLeastSquares, HoldsTheNegativeAtZero) {
  // Plain: y = -2/3 + x; squares of the residuals 1/9 + 4/9 + 1/9 = 2/3 with one degree of
  // freedom; variance of the intercept 2/3 (1/3 + 2^2 / 2) = 14/9.
  // Held: y = b x with b = (0 + 4 + 6) / (1 + 4 + 9) = 5/7; residuals 5/7, -4/7 and 1/7, squares
  // 6/7.
  const std::vector points = {Line(1, 0), Line(2, 2), Line(3, 2)};
  const LeastSquares plain = SolveLeastSquares(points);
  ASSERT_EQ(plain.parameters.size(), 2U);
  EXPECT_NEAR(plain.parameters[0].value, -2.0 / 3, 1e-14);
  EXPECT_FALSE(plain.parameters[0].held_at_zero);

  const LeastSquares solution = SolveNonNegativeLeastSquares(points);
  ASSERT_EQ(solution.parameters.size(), 2U);
  EXPECT_TRUE(solution.parameters[0].held_at_zero);
  EXPECT_EQ(solution.parameters[0].value, 0);
  EXPECT_NEAR(solution.parameters[0].half_width, kT1 * std::sqrt(14.0 / 9), 1e-5);
  EXPECT_FALSE(solution.parameters[1].held_at_zero);
  EXPECT_NEAR(solution.parameters[1].value, 5.0 / 7, 1e-14);
  // The interval is that of the plain b, whose variance is 2/3 / 2 with one degree of freedom. It
  // is wider than sqrt(3/98) with two degrees of freedom.
  EXPECT_NEAR(solution.parameters[1].half_width, kT1 * std::sqrt(1.0 / 3), 1e-5);
  ASSERT_EQ(solution.residuals.size(), 3U);
  EXPECT_NEAR(solution.residuals[0], 5.0 / 7, 1e-14);
  EXPECT_NEAR(solution.residuals[1], -4.0 / 7, 1e-14);
  EXPECT_NEAR(solution.residuals[2], 1.0 / 7, 1e-14);
}

TEST(NonNegativeLeastSquares, HoldsNoMoreThanItMust) {
  // x - y = -2 and y = -1 make both negative, x = -3 and y = -1. With x held, y = 1/2 is best:
  // (-1/2 + 2)^2 + (1/2 + 1)^2 = 4.5, against 5 with both held.
  const LeastSquares solution =
      SolveNonNegativeLeastSquares(std::vector{Sum({1, -1}, -2), Sum({0, 1}, -1)});
  ASSERT_EQ(solution.parameters.size(), 2U);
  EXPECT_TRUE(solution.parameters[0].held_at_zero);
  EXPECT_FALSE(solution.parameters[1].held_at_zero);
  EXPECT_NEAR(solution.parameters[1].value, 0.5, 1e-14);
}

TEST(NonNegativeLeastSquares, MayHoldAll) {
  const LeastSquares solution =
      SolveNonNegativeLeastSquares(std::vector{Sum({1}, -1), Sum({1}, -3)});
  ASSERT_EQ(solution.parameters.size(), 1U);
  EXPECT_TRUE(solution.parameters[0].held_at_zero);
  EXPECT_EQ(solution.parameters[0].value, 0);
  EXPECT_THAT(solution.residuals, ElementsAre(1, 3));
}

TEST(NonNegativeLeastSquares, LeavesThePositiveAlone) {
  const LeastSquares solution =
      SolveNonNegativeLeastSquares(std::vector{Line(0, 1), Line(1, 3), Line(2, 5)});
  ASSERT_EQ(solution.parameters.size(), 2U);
  EXPECT_NEAR(solution.parameters[0].value, 1, 1e-14);
  EXPECT_NEAR(solution.parameters[1].value, 2, 1e-14);
  EXPECT_FALSE(solution.parameters[0].held_at_zero);
  EXPECT_FALSE(solution.parameters[1].held_at_zero);
}

/// Equations of unknowns x_i = (i + 1) / 8: sums of neighbours, and every tenth alone. More than 64
/// unknowns are solved by the sparse decomposition.
std::vector<Equation> Chain(std::size_t unknowns) {
  std::vector<Equation> equations;
  const auto value = [](std::size_t i) { return static_cast<double>(i + 1) / 8; };
  for (std::size_t i = 0; i < unknowns; ++i) {
    Equation sum{{{i, 1}}, value(i)};
    if (i % 10 != 0) {
      sum.terms.push_back({i - 1, 1});
      sum.value += value(i - 1);
    }
    equations.push_back(sum);
  }
  return equations;
}

TEST(LeastSquares, SolvesManyUnknowns) {
  std::vector<Equation> equations = Chain(100);
  LeastSquares solution = SolveLeastSquares(equations);
  ASSERT_EQ(solution.parameters.size(), 100U);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_NEAR(solution.parameters[i].value, static_cast<double>(i + 1) / 8, 1e-12);
  }
  // x_0 twice: 1/8 and 3/8. The middle is best, with residuals of 1/8 and one degree of freedom:
  // variance 2/64, of x_0 half of it.
  equations.push_back(equations[0]);
  equations.back().value = 3.0 / 8;
  solution = SolveLeastSquares(equations);
  EXPECT_NEAR(solution.parameters[0].value, 0.25, 1e-12);
  EXPECT_NEAR(solution.parameters[0].half_width, kT1 * std::sqrt(2.0 / 64 / 2), 1e-6);
}

TEST(LeastSquares, NamesTheUndeterminedOfMany) {
  std::vector<Equation> equations = Chain(100);
  // The equation of x_50 alone determined x_50 to x_59.
  equations.erase(equations.begin() + 50);
  EXPECT_THAT(SolveLeastSquares(equations).undetermined,
              ElementsAre(50, 51, 52, 53, 54, 55, 56, 57, 58, 59));
}

/// Equations of `hosts` latencies, of which each host has two with the host before it and two with
/// host 0, as round trips of a thousand hosts are. Their values are off by turns.
std::vector<Equation> Trips(std::size_t hosts) {
  std::vector<Equation> equations;
  for (std::size_t i = 1; i < hosts; ++i) {
    for (const double off : {-0.25, 0.25}) {
      equations.push_back({{{i - 1, 1}, {i, 1}}, 2 + off});
      equations.push_back({{{0, 1}, {i, 1}}, 2 + off});
    }
  }
  return equations;
}

// A dense matrix of these would have 48,000,000 numbers, and the decomposition of a column each.
TEST(LeastSquares, SolvesThousandsOfUnknowns) {
  const LeastSquares solution = SolveLeastSquares(Trips(3000));
  ASSERT_EQ(solution.parameters.size(), 3000U);
  for (const ParameterEstimate& parameter : solution.parameters) {
    EXPECT_NEAR(parameter.value, 1, 1e-9);
  }
  EXPECT_GT(solution.parameters[1].half_width, solution.parameters[0].half_width);
}

// The sparse solution has the intervals that the dense one has, up to 64 unknowns.
TEST(LeastSquares, HasTheIntervalsOfTheDenseSolution) {
  std::vector<Equation> equations = Trips(64);
  const LeastSquares dense = SolveLeastSquares(equations);
  for (std::size_t j = 0; j < 64; ++j) equations.push_back({{{64 + j, 1}, {j, 1}}, 2});
  const LeastSquares sparse = SolveLeastSquares(equations);
  for (std::size_t j = 0; j < 64; ++j) {
    EXPECT_NEAR(sparse.parameters[j].half_width / dense.parameters[j].half_width, 1, 1e-9) << j;
  }
}

// With an active set: the best point satisfies the conditions of Karush, Kuhn and Tucker.
TEST(NonNegativeLeastSquares, HoldsTheRightOnesOfMany) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, 1);
  for (const std::size_t unknowns : {9U, 30U, 80U}) {
    std::vector<Equation> equations;
    for (std::size_t i = 0; i < 2 * unknowns; ++i) {
      Equation equation = Sum(std::vector<double>(unknowns), normal(random));
      for (Term& term : equation.terms) term.coefficient = normal(random);
      equations.push_back(equation);
    }
    const LeastSquares solution = SolveNonNegativeLeastSquares(equations);
    int held = 0;
    for (std::size_t j = 0; j < unknowns; ++j) {
      double falls = 0;
      for (std::size_t i = 0; i < equations.size(); ++i) {
        falls -= equations[i].terms[j].coefficient * solution.residuals[i];
      }
      EXPECT_GE(solution.parameters[j].value, 0);
      if (solution.parameters[j].held_at_zero) {
        ++held;
        EXPECT_LE(falls, 1e-9);
      } else {
        EXPECT_NEAR(falls, 0, 1e-9);
      }
    }
    EXPECT_GT(held, 0);
  }
}

TEST(RobustLeastSquares, LeavesOutliersBehind) {
  // Eight values around 10, and one at 1000 that pulls as if it were only the bound away. The bound
  // is below 1, and shifts the mean by an eighth of it.
  std::vector<Equation> equations;
  for (const double value : {9.0, 9.5, 9.9, 10.0, 10.0, 10.1, 10.5, 11.0, 1000.0}) {
    equations.push_back(Sum({1}, value));
  }
  EXPECT_GT(SolveNonNegativeLeastSquares(equations).parameters[0].value, 100);
  EXPECT_NEAR(SolveRobustLeastSquares(equations).parameters[0].value, 10, 0.2);
  equations.pop_back();
  EXPECT_NEAR(SolveRobustLeastSquares(equations).parameters[0].value, 10, 1e-12);
}

}  // namespace
}  // namespace colltune::models
