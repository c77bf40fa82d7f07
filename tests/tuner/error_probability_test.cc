#include "tuner/text/error_probability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "tests/tuner/timed.h"

namespace colltune::tune {
namespace {

/// The z of 99 %, from a table of the normal distribution.
constexpr double kZ = 2.5758;
constexpr double kConfidence = 0.99;

/// A median whose logarithm has the standard error `error`.
Candidate Known(const char* choice, double median, double error) {
  const double factor = std::exp(kZ * error);
  return {choice,
          20,
          Seconds(median * kUs),
          Seconds(median / factor * kUs),
          Seconds(median * factor * kUs),
          std::nullopt};
}

// ln(10.5127 / 10) = 0.05; the errors 0.03 and 0.04 make 0.05 together. One such error has the
// probability 0.1587 in the table of the normal distribution.
TEST(ProbabilityFaster, IsThatOfTheNormalDistribution) {
  const Candidate choice = Known("flat", 10, 0.03);
  const Candidate other = Known("chain", 10.5127, 0.04);
  EXPECT_NEAR(ProbabilityFaster(other, choice, kConfidence), 0.1587, 1e-4);
  EXPECT_NEAR(ProbabilityFaster(choice, other, kConfidence), 0.8413, 1e-4);
}

// Twice as wide an interval: half of an error, 0.3085. A margin of 4.877 %, ln(0.95123) = -0.05,
// makes two errors: 0.0228.
TEST(ProbabilityFaster, KnowsErrorsAndMargins) {
  EXPECT_NEAR(
      ProbabilityFaster(Known("chain", 10.5127, 0.08), Known("flat", 10, 0.06), kConfidence),
      0.3085, 1e-4);
  EXPECT_NEAR(ProbabilityFaster(Known("chain", 10.5127, 0.04), Known("flat", 10, 0.03), kConfidence,
                                0.04877),
              0.0228, 1e-4);
}

TEST(ProbabilityFaster, IsCertainWhereTimesAreExact) {
  const Candidate slow = TimedWithin("chain", 10.001, 0);
  const Candidate fast = TimedWithin("flat", 10, 0);
  EXPECT_EQ(ProbabilityFaster(slow, fast, kConfidence), 0);
  EXPECT_EQ(ProbabilityFaster(fast, fast, kConfidence), 0);
  EXPECT_EQ(ProbabilityFaster(fast, slow, kConfidence), 1);
}

TEST(ProbabilityFaster, IsOneHalfWithoutAnInterval) {
  Candidate unknown = TimedWithin("chain", 100, 1);
  unknown.high = Seconds(std::numeric_limits<double>::infinity());
  EXPECT_EQ(ProbabilityFaster(unknown, TimedWithin("flat", 10, 1), kConfidence), 0.5);
  unknown.low = Seconds(0);
  EXPECT_EQ(ProbabilityFaster(unknown, TimedWithin("flat", 10, 1), kConfidence), 0.5);
}

TEST(RiskOf, NamesTheRunnerUpAndAddsAll) {
  Evidence evidence;
  evidence.candidates = {Known("flat", 10, 0.03),
                         Known("library", 10.5127, 0.04),
                         Known("chain", 10.5127, 0.04),
                         {"binomial", 0, {}, {}, {}, Seconds(kUs)}};
  const Risk risk = RiskOf(evidence, "flat", kConfidence, 0.03);
  ASSERT_TRUE(risk.runner_up);
  EXPECT_EQ(risk.runner_up->choice, "library");
  EXPECT_NEAR(risk.of_runner_up, 0.1587, 1e-4);
  EXPECT_NEAR(risk.of_any, 2 * 0.1587, 2e-4);
}

/// chain takes 2.5 times flat's time; its prediction, where it has one, is twice flat's.
Evidence FlatAndChain() {
  Evidence evidence;
  evidence.candidates = {Known("flat", 10, 0.01), Known("chain", 25, 0.01)};
  return evidence;
}

bool IsFlatSignificant(const Evidence& evidence, std::optional<double> between_runs) {
  const Risk risk = RiskOf(evidence, "flat", kConfidence, 0.03);
  return IsSignificant(evidence, risk, *evidence.Find("flat"), kConfidence, between_runs);
}

TEST(IsSignificant, AsksForMoreThanRunsDifferBy) {
  EXPECT_TRUE(IsFlatSignificant(FlatAndChain(), 1.4));
  EXPECT_FALSE(IsFlatSignificant(FlatAndChain(), 1.6));
  EXPECT_TRUE(IsFlatSignificant(FlatAndChain(), std::nullopt));
}

// 24 us for 10 are 140 % more.
TEST(IsSignificant, AsksTheSecondRunAsWell) {
  Evidence evidence = FlatAndChain();
  evidence.candidates[0].replicated_median = Seconds(10 * kUs);
  evidence.candidates[1].replicated_median = Seconds(24 * kUs);
  EXPECT_TRUE(IsFlatSignificant(evidence, 1.35));
  EXPECT_FALSE(IsFlatSignificant(evidence, 1.45));
}

TEST(IsSignificant, AsksTheModelAboutWhatWasNotMeasured) {
  Evidence evidence = FlatAndChain();
  evidence.candidates.push_back({"binomial", 0, {}, {}, {}, Seconds(20 * kUs)});
  EXPECT_FALSE(IsFlatSignificant(evidence, 0.5)) << "flat is not predicted";
  EXPECT_TRUE(IsFlatSignificant(evidence, std::nullopt));
  evidence.candidates[0].predicted = Seconds(10 * kUs);
  EXPECT_TRUE(IsFlatSignificant(evidence, 0.9));
  EXPECT_FALSE(IsFlatSignificant(evidence, 1.1));
}

// The library keeps its place against a choice that is faster by less than the margin. The
// difference, 0.05, is one error less than the margin's -ln(1 - 0.0952) = 0.1; and again.
TEST(RiskOf, LeavesTheLibraryItsMargin) {
  Evidence evidence;
  evidence.candidates = {Known("flat", 9.5123, 0.03), Known("library", 10, 0.04)};
  EXPECT_NEAR(RiskOf(evidence, "library", kConfidence, 0.09516).of_runner_up, 0.1587, 1e-4);
  EXPECT_NEAR(RiskOf(evidence, "library", kConfidence, 0).of_runner_up, 0.8413, 1e-4);
}

TEST(RiskOf, IsNeverMoreThanOneAndNothingAlone) {
  Evidence evidence;
  evidence.candidates = {Known("library", 10, 0.04)};
  EXPECT_EQ(RiskOf(evidence, "library", kConfidence, 0).runner_up, nullptr);
  EXPECT_EQ(RiskOf(evidence, "library", kConfidence, 0).of_any, 0);
  evidence.candidates.push_back(Known("flat", 1, 0.04));
  evidence.candidates.push_back(Known("chain", 1, 0.04));
  EXPECT_EQ(RiskOf(evidence, "library", kConfidence, 0).of_any, 1);
}

}  // namespace
}  // namespace colltune::tune
