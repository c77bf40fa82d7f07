#include "tuner/search/cost_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;

constexpr double kSmallError = 1e-9;

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

// flat takes 3 times its prediction at 16 bytes and 12 times at 256, so 6 times half-way between by
// logarithms.
TEST_F(LineTest, CorrectsPredictionsByTheSizesAround) {
  curve_.Add(Bytes{16}, {Exactly("flat", Seconds(6))});
  curve_.Add(Bytes{256}, {Exactly("flat", Seconds(24))});
  EXPECT_NEAR(Estimate("flat", 64), 12, kSmallError);
  EXPECT_NEAR(Estimate("flat", 16), 6, kSmallError);
  EXPECT_NEAR(Estimate("flat", 4), 6, kSmallError);
  EXPECT_NEAR(Estimate("flat", 4096), 24, kSmallError);
}

TEST_F(LineTest, CorrectsWhatWasNotMeasuredAsItsAlgorithmWas) {
  curve_.Add(Bytes{16}, {Exactly("flat", Seconds(6)), Exactly("chain", Seconds(64))});
  EXPECT_NEAR(Estimate("chain:segment=8", 16), 128, kSmallError);
}

TEST_F(LineTest, CorrectsAnotherAlgorithmAsAllOnTheAverage) {
  curve_.Add(Bytes{16}, {Exactly("flat", Seconds(2 * 4))});
  EXPECT_NEAR(Estimate("chain", 16), 32 * 4, kSmallError);
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

// On 2 ranks flat takes twice its prediction, on 8 eight times. On 4, half-way by logarithms, it
// takes four times, which is 4 x 4 s. Hopeless is not considered.
TEST(CostCurve, LeansOnOthers) {
  const PowerPredictor predictor({{"flat", {1, 0}}, {"chain", {1.1, 0}}, {"hopeless", {100, 0}}});
  CostCurve low(Collective::kAllreduce, {2, 1}, predictor);
  CostCurve high(Collective::kAllreduce, {8, 1}, predictor);
  CostCurve curve(Collective::kAllreduce, {4, 1}, predictor);
  curve.InterpolateBetween(low, high);
  EXPECT_THAT(curve.Candidates(Bytes{8}), testing::Contains("hopeless")) << "nothing is known";
  low.Add(Bytes{8}, {Exactly("flat", Seconds(4))});
  high.Add(Bytes{8}, {Exactly("flat", Seconds(64))});
  EXPECT_NEAR(curve.Estimate("flat", Bytes{8})->count(), 16, kSmallError);
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

// From root 2 flat is predicted to take three times as long as from root 0, where it took twice its
// prediction. The library counts as a flat that takes a quarter longer.
TEST(CostCurve, LeansOnOtherRoots) {
  const PowerPredictor predictor({{"flat", {1, 0, 1}}, {"chain", {10, 0}}});
  CostCurve curve(Collective::kBcast, {6, 1}, predictor);
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(12)), Exactly("library", Seconds(15))});
  CostCurve other(Collective::kBcast, {6, 1}, predictor, {Roots{2, 4}});
  EXPECT_EQ(other.At(Bytes{8}).root, 2);
  other.InterpolateBetween(curve);
  EXPECT_NEAR(other.Estimate("flat", Bytes{8})->count(), 36, kSmallError);
  EXPECT_NEAR(other.Estimate("library", Bytes{8})->count(), 45, kSmallError);
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
