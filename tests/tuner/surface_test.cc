#include "tuner/search/surface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

constexpr double kFinest = 5e-3;  // no model is trusted to better than half a percent

class SurfaceTest : public testing::Test {
 protected:
  static Problem At(std::int64_t bytes, int ranks = 2) {
    return {Collective::kAllreduce, {ranks, 1}, Bytes{bytes}, 0};
  }
  void Add(ChoiceId choice, double seconds, std::int64_t bytes, int ranks = 2) {
    surface_.Add(At(bytes, ranks), Exactly(choice, Seconds(seconds)));
  }
  double Estimate(ChoiceId choice, std::int64_t bytes, int ranks = 2) const {
    const auto estimate = surface_.Expect(choice, At(bytes, ranks));
    return estimate ? estimate->time.count() : -1;
  }
  double Deviation(ChoiceId choice, std::int64_t bytes, int ranks = 2) const {
    return surface_.Expect(choice, At(bytes, ranks)).value().deviation;
  }

  // Predictions on 2 ranks: flat 2 s, chain 2 s for each byte.
  const PowerPredictor predictor_{
      {{"flat", {1, 0}}, {"chain", {1, 1}}, {"chain:segment=8", {2, 1}}}};
  Surface surface_{predictor_};
};

TEST_F(SurfaceTest, TakesPredictionsWhereNothingWasMeasured) {
  EXPECT_DOUBLE_EQ(Estimate("flat", 64), 2);
  EXPECT_DOUBLE_EQ(Estimate("chain", 64), 128);
  EXPECT_EQ(Estimate("library", 64), -1);
}

// flat takes 1.1 times its prediction at 16 bytes and 1.44 times at 256. At 64, two doublings from
// either, correlations are c = exp(-2/16); the weight of both residuals is c / (1 + c^2).
TEST_F(SurfaceTest, CorrectsPredictionsByTheSizesAround) {
  Add("flat", 2.2, 16);
  Add("flat", 2.88, 256);
  const double near = std::exp(-2.0 / 16);
  const double weight = near / (1 + near * near);
  EXPECT_NEAR(Estimate("flat", 64), 2 * std::pow(1.1 * 1.44, weight), kFinest);
  EXPECT_EQ(Estimate("flat", 16), 2.2);
  EXPECT_EQ(Deviation("flat", 16), 0);
}

// chain has 0.7 of its variance in common with chain:segment=8, and flat 0.4 with both. The weights
// w solve w_chain + 0.4 w_flat = 0.7 and 0.4 w_chain + w_flat = 0.4.
TEST_F(SurfaceTest, CorrectsWhatWasNotMeasuredMostlyAsItsAlgorithm) {
  Add("flat", 2 * 1.3, 16);
  Add("chain", 32 * 1.2, 16);
  EXPECT_NEAR(Estimate("chain:segment=8", 16) / 64,
              std::pow(1.2, 0.54 / 0.84) * std::pow(1.3, 0.12 / 0.84), kFinest);
}

// The library takes 1.5 times chain's time on both sides of 6 ranks. Ratios to flat are far apart.
TEST_F(SurfaceTest, FindsTheAlgorithmThatTheLibraryBehavesLike) {
  for (const int ranks : {4, 8}) {
    for (const std::int64_t bytes : {8, 64, 512}) {
      Add("library", 1.5 * ranks * static_cast<double>(bytes), bytes, ranks);
    }
  }
  EXPECT_NEAR(Estimate("library", 64, 6), 1.5 * 6 * 64, 1e-6);
  EXPECT_LT(Deviation("library", 64, 6), 0.2);
  EXPECT_GT(Deviation("library", 64, 256), Deviation("library", 64, 6)) << "further away";
}

TEST_F(SurfaceTest, IsTheLessCertainTheMoreARatioVaries) {
  for (const std::int64_t bytes : {8, 64, 512}) Add("library", 3, bytes, 4);
  const double steady = Deviation("library", 64, 6);
  Add("library", 30, 64, 8);
  EXPECT_GT(Deviation("library", 64, 6), 2 * steady);
}

TEST_F(SurfaceTest, TakesNoAccountOfWhatIsHidden) {
  Add("library", 4, 8, 4);
  Add("library", 100, 8, 6);
  Add("flat", 40, 8, 6);
  const auto hides = [](const Problem& at) { return at.layout.ranks == 6; };
  EXPECT_NEAR(surface_.Expect("library", At(8, 6), hides)->time.count(), 6, 1e-6);
  EXPECT_NEAR(surface_.Expect("flat", At(8, 6), hides)->time.count(), 6, 1e-6);
  EXPECT_THAT(surface_.Nearest("library", At(8, 6), 2, hides), testing::ElementsAre(At(8, 4)));
  EXPECT_THAT(surface_.Nearest("library", At(8, 6), 2), testing::ElementsAre(At(8, 6), At(8, 4)));
}

// The library takes 1 to 1.5 times as long as flat. even is for even ranks alone, and has one
// ratio, which does not vary. With twice the bytes, it takes twice as long.
TEST(Surface, TakesOneRatioForNoSignOfSteadiness) {
  const PowerPredictor predictor(
      {{"flat", {.seconds = 1}}, {"even", {.seconds = 1, .exponent = 1, .multiple = 2}}});
  Surface surface(predictor);
  const auto at = [](int ranks, std::int64_t bytes) {
    return Problem{Collective::kAllreduce, {ranks, 1}, Bytes{bytes}, 0};
  };
  surface.Add(at(5, 64), Exactly("library", Seconds(5)));
  surface.Add(at(6, 64), Exactly("library", Seconds(6 * 1.5)));
  surface.Add(at(7, 64), Exactly("library", Seconds(7)));
  EXPECT_LT(surface.Expect("library", at(6, 128))->time.count(), 6 * 1.5);
}

/// Counts how many predictions on 64 ranks and more are asked for.
class CountingPredictor final : public Predictor {
 public:
  std::vector<ChoiceId> Candidates(const Problem& /*problem*/) const override {
    return {"flat", "chain", "binomial"};
  }
  std::vector<ChoiceId> Distinct(const Problem& /*problem*/,
                                 const std::vector<ChoiceId>& choices) const override {
    return choices;
  }
  std::optional<Seconds> Predict(ChoiceId choice, const Problem& problem) const override {
    if (problem.layout.ranks >= 64) asked_.insert(choice);
    return Seconds(choice == "flat" ? 1 : choice == "chain" ? 2.9 : 3.1);
  }
  const std::set<ChoiceId>& asked() const { return asked_; }

 private:
  mutable std::set<ChoiceId> asked_;
};

TEST(Surface, PredictsOnManyRanksWhatIsPromisingOnFewer) {
  const CountingPredictor predictor;
  const Surface surface(predictor);
  const Problem problem{Collective::kAllreduce, {64, 1}, Bytes{8}, 0};
  EXPECT_EQ(surface.Predictions(problem).size(), 2u);
  EXPECT_THAT(predictor.asked(), testing::UnorderedElementsAre("flat", "chain"));
}

/// Takes "flat" and "chain" for the same messages on two ranks.
class TwinPredictor final : public Predictor {
 public:
  std::vector<ChoiceId> Candidates(const Problem& /*problem*/) const override {
    return {"flat", "chain", "binomial"};
  }
  std::vector<ChoiceId> Distinct(const Problem& problem,
                                 const std::vector<ChoiceId>& choices) const override {
    return problem.layout.ranks == 2 ? std::vector<ChoiceId>{"flat", "binomial"} : choices;
  }
  std::optional<Seconds> Predict(ChoiceId /*choice*/, const Problem& /*problem*/) const override {
    return Seconds(1);
  }
};

TEST(Surface, PredictsChoicesOfTheSameMessagesOnce) {
  const TwinPredictor predictor;
  const Surface surface(predictor);
  const auto names = [&](int ranks) {
    std::vector<std::string> all;
    for (const auto& [choice, time] :
         surface.Predictions({Collective::kBcast, {ranks, 1}, Bytes{8}, 0})) {
      all.emplace_back(choice.text());
    }
    return all;
  };
  EXPECT_THAT(names(2), testing::UnorderedElementsAre("flat", "binomial"));
  EXPECT_THAT(names(4), testing::UnorderedElementsAre("flat", "chain", "binomial"));
}

}  // namespace
}  // namespace colltune::tune
