#include "tuner/search/cost_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;

constexpr double kSmallError = 1e-9;
constexpr double kFinest = 5e-3;  // no model is trusted to better than half a percent

class LineTest : public testing::Test {
 protected:
  double Estimate(ChoiceId choice, std::int64_t bytes) const {
    const auto estimate = curve_.Estimate(choice, Bytes{bytes});
    return estimate ? estimate->count() : -1;
  }

  // Predictions on 2 ranks: flat 2 s, chain 2 s for each byte.
  const PowerPredictor predictor_{
      {{"flat", {1, 0}}, {"chain", {1, 1}}, {"chain:segment=8", {2, 1}}}};
  CostCurve curve_{Collective::kAllreduce, {2, 1}, predictor_};
};

TEST_F(LineTest, TakesPredictionsWhereNothingWasMeasured) {
  EXPECT_DOUBLE_EQ(Estimate("flat", 64), 2);
  EXPECT_DOUBLE_EQ(Estimate("chain", 64), 128);
  EXPECT_EQ(Estimate("library", 64), -1);
}

// flat takes 1.1 times its prediction at 16 bytes and 1.44 times at 256. At 64, two doublings from
// either, correlations are c = exp(-2/16); the weight of both residuals is c / (1 + c^2).
TEST_F(LineTest, CorrectsPredictionsByTheSizesAround) {
  curve_.Add(Bytes{16}, {Exactly("flat", Seconds(2.2))});
  curve_.Add(Bytes{256}, {Exactly("flat", Seconds(2.88))});
  const double near = std::exp(-2.0 / 16);
  const double weight = near / (1 + near * near);
  EXPECT_NEAR(Estimate("flat", 64), 2 * std::pow(1.1 * 1.44, weight), kFinest);
  EXPECT_EQ(Estimate("flat", 16), 2.2);
  EXPECT_NEAR(Estimate("flat", 4), 2 * std::pow(1.1, near), kFinest);
  EXPECT_NEAR(Estimate("flat", 1024), 2 * std::pow(1.44, near), kFinest);
}

// chain has 0.7 of its variance in common with chain:segment=8, and flat 0.4 with both. The weights
// w solve w_chain + 0.4 w_flat = 0.7 and 0.4 w_chain + w_flat = 0.4.
TEST_F(LineTest, CorrectsWhatWasNotMeasuredMostlyAsItsAlgorithm) {
  curve_.Add(Bytes{16}, {Exactly("flat", Seconds(2 * 1.3)), Exactly("chain", Seconds(32 * 1.2))});
  EXPECT_NEAR(Estimate("chain:segment=8", 16) / 64,
              std::pow(1.2, 0.54 / 0.84) * std::pow(1.3, 0.12 / 0.84), kFinest);
}

TEST_F(LineTest, CorrectsAnotherAlgorithmByTheSharedPart) {
  curve_.Add(Bytes{16}, {Exactly("flat", Seconds(2 * 1.2))});
  EXPECT_NEAR(Estimate("chain", 16), 32 * std::pow(1.2, 0.4), 32 * kFinest);
}

// The library takes as long as chain at 16 bytes and a quarter longer at 256. It counts as similar
// to chain, though flat was also measured. Nothing is known beyond these sizes.
TEST_F(LineTest, TakesTheLibraryForWhatItResembles) {
  const auto both = [](double flat, double chain, double library) {
    return std::vector<Candidate>{Exactly("flat", Seconds(flat)), Exactly("chain", Seconds(chain)),
                                  Exactly("library", Seconds(library))};
  };
  curve_.Add(Bytes{16}, both(2, 32, 32));
  curve_.Add(Bytes{256}, both(2, 512, 640));
  EXPECT_NEAR(Estimate("library", 64), 128 * std::sqrt(1.25), kSmallError);
  EXPECT_EQ(Estimate("library", 512), -1);
}

TEST_F(LineTest, ForgetsWhatHasNoSamples) {
  curve_.Add(Bytes{16}, {{"flat", 0, {}, {}, {}, std::nullopt}});
  EXPECT_TRUE(curve_.measured().empty());
}

TEST_F(LineTest, FindsWhatIsPromisingOnEitherSide) {
  curve_.Add(Bytes{1}, {Exactly("flat", Seconds(3)), Exactly("chain", Seconds(2))});
  curve_.Add(Bytes{64}, {Exactly("flat", Seconds(3)), Exactly("chain", Seconds(130))});
  EXPECT_THAT(curve_.Promising(Bytes{64}, 1.2), ElementsAre("flat"));
  EXPECT_THAT(curve_.Promising(Bytes{8}, 1.2), ElementsAre("chain", "flat"));
}

// On 2 ranks flat takes 1.1 times its prediction, on 8 ranks 1.3 times. On 4, one doubling from
// either, correlations are c = exp(-1/8); the weight of both residuals is c / (1 + c^2). Hopeless
// is not considered.
TEST(CostCurve, LeansOnOthers) {
  const PowerPredictor predictor({{"flat", {1, 0}}, {"chain", {1.1, 0}}, {"hopeless", {100, 0}}});
  const auto correction = std::make_shared<models::Correction>();
  CostCurve low(Collective::kAllreduce, {2, 1}, predictor, {}, correction);
  CostCurve high(Collective::kAllreduce, {8, 1}, predictor, {}, correction);
  CostCurve curve(Collective::kAllreduce, {4, 1}, predictor);
  curve.InterpolateBetween(low, high);
  EXPECT_THAT(curve.Candidates(Bytes{8}), testing::Contains("hopeless")) << "nothing is known";
  low.Add(Bytes{8}, {Exactly("flat", Seconds(2 * 1.1))});
  high.Add(Bytes{8}, {Exactly("flat", Seconds(8 * 1.3))});
  const double near = std::exp(-1.0 / 8);
  EXPECT_NEAR(curve.Estimate("flat", Bytes{8})->count(),
              4 * std::pow(1.1 * 1.3, near / (1 + near * near)), 4 * kFinest);
  EXPECT_THAT(curve.Candidates(Bytes{8}), ElementsAre("chain", "flat"));
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(5))});
  EXPECT_NEAR(curve.Estimate("flat", Bytes{8})->count(), 5, kSmallError) << "now it knows";
}

// The best choice on both layouts around needs an even number of ranks: on 5 the next one is
// measured.
TEST(CostCurve, LooksAtTheBestOfWhatItHas) {
  const PowerPredictor predictor({{"pairs", {.seconds = 1, .multiple = 2}},
                                  {"chain", {.seconds = 2}},
                                  {"flat", {.seconds = 2.5}},
                                  {"hopeless", {.seconds = 3}}});
  CostCurve low(Collective::kAllreduce, {4, 1}, predictor);
  CostCurve high(Collective::kAllreduce, {8, 1}, predictor);
  CostCurve curve(Collective::kAllreduce, {5, 1}, predictor);
  CostCurve even(Collective::kAllreduce, {6, 1}, predictor);
  curve.InterpolateBetween(low, high);
  even.InterpolateBetween(low, high);
  low.Add(Bytes{8}, {Exactly("pairs", Seconds(4))});
  high.Add(Bytes{8}, {Exactly("pairs", Seconds(8))});
  EXPECT_THAT(even.Candidates(Bytes{8}), ElementsAre("pairs"));
  EXPECT_THAT(curve.Candidates(Bytes{8}), ElementsAre("chain", "flat"));
}

// From root 2 flat is predicted to take three times as long as from root 0, where it took 1.2 times
// its prediction; another root is like twice the ranks. The library counts as a flat that takes a
// quarter longer.
TEST(CostCurve, LeansOnOtherRoots) {
  const PowerPredictor predictor({{"flat", {1, 0, 1}}, {"chain", {10, 0}}});
  CostCurve curve(Collective::kBcast, {6, 1}, predictor);
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(7.2)), Exactly("library", Seconds(9))});
  CostCurve other(Collective::kBcast, {6, 1}, predictor, {Roots{2, 4}});
  EXPECT_EQ(other.At(Bytes{8}).root, 2);
  other.InterpolateBetween(curve);
  const double flat = 18 * std::pow(1.2, std::exp(-1.0 / 8));
  EXPECT_NEAR(other.Estimate("flat", Bytes{8})->count(), flat, 18 * kFinest);
  EXPECT_NEAR(other.Estimate("library", Bytes{8})->count(), 1.25 * flat, 18 * kFinest);
  EXPECT_FALSE(other.Estimate("library", Bytes{16})) << "not known there either";
  other.Add(Bytes{8}, {Exactly("library", Seconds(5))});
  EXPECT_NEAR(other.Estimate("library", Bytes{8})->count(), 5, kSmallError) << "now it knows";
}

// A choice that is far from the best with root 0 may be the best with another root.
TEST(CostCurve, LooksAtWhatIsPromisingFromItsRoot) {
  const PowerPredictor predictor({{"flat", {1, 0, 1}}, {"chain", {2, 0}}});
  CostCurve curve(Collective::kBcast, {4, 1}, predictor);
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(4)), Exactly("chain", Seconds(8))});
  CostCurve other(Collective::kBcast, {4, 1}, predictor, {Roots{3, 3}});
  other.InterpolateBetween(curve);
  EXPECT_THAT(curve.Promising(Bytes{8}, 1.3), ElementsAre("flat"));
  EXPECT_THAT(other.Candidates(Bytes{8}), ElementsAre("chain", "flat"));
}

// A candidate that was stopped after a few repetitions has an infinite interval, which no profile
// can hold.
TEST(CostCurve, IgnoresWhatWasHardlyMeasured) {
  const PowerPredictor predictor({{"flat", {1, 0}}, {"chain", {1, 0}}});
  CostCurve curve(Collective::kBcast, {8, 1}, predictor);
  Candidate few = Exactly("chain", Seconds(1));
  few.samples = 3;
  few.low = Seconds(0);
  few.high = Seconds(std::numeric_limits<double>::infinity());
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(1)), few});
  EXPECT_NE(curve.Find(Bytes{8}, "flat"), nullptr);
  EXPECT_EQ(curve.Find(Bytes{8}, "chain"), nullptr);
}

}  // namespace
}  // namespace colltune::tune
