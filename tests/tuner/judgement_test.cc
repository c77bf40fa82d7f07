#include "tuner/search/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// On r ranks flat takes r s, chain r / 64 s for each byte.
const PowerPredictor kTruth(std::map<std::string, Power>{{"flat", {1, 0}},
                                                         {"chain", {1.0 / 64, 1}}});

class JudgementTest : public testing::Test {
 protected:
  static SearchSpace Space(Collective collective) {
    SearchSpace space;
    space.collectives = {collective};
    space.layouts = {{4, 1}, {6, 1}, {8, 1}};
    for (std::int64_t bytes = 1; bytes <= 4096; bytes *= 4) space.sizes.push_back(Bytes{bytes});
    return space;
  }

  Problem At(std::int64_t bytes, int ranks) const {
    return {collective_, {ranks, 1}, Bytes{bytes}, 0};
  }

  /// Measures all sizes on a layout; the library takes `library` times as long as flat.
  void Measure(int ranks, double library) {
    for (const auto& [trial, result] : Timings(ranks, library)) measurements_.Add(trial, result);
    measurements_.Calibrate(collective_);
  }

  std::vector<std::pair<Trial, TrialResult>> Timings(int ranks, double library) const {
    std::vector<std::pair<Trial, TrialResult>> all;
    for (const Bytes bytes : measurements_.space().sizes) {
      const Problem problem = At(bytes.count, ranks);
      const Seconds flat = *kTruth.Predict("flat", problem);
      all.push_back({{problem, {}},
                     {{Exactly("library", library * flat), Exactly("flat", flat),
                       Exactly("chain", *kTruth.Predict("chain", problem))},
                      {}}});
    }
    return all;
  }

  explicit JudgementTest(Collective collective = Collective::kAllreduce)
      : collective_(collective), measurements_(Space(collective), DecisionRule{}, kTruth) {}

  Collective collective_;
  Measurements measurements_;
};

TEST_F(JudgementTest, LeavesToTheLibraryWhereNothingWasMeasured) {
  const Judgement judgement = Judge(measurements_, At(64, 6));
  EXPECT_EQ(judgement.decision.choice, kLibrary);
  EXPECT_FALSE(judgement.is_measured);
  EXPECT_THAT(judgement.decision.evidence.reason, HasSubstr("nothing near tells"));
}

TEST_F(JudgementTest, DecidesByTheMeasurementWhereThereIsOne) {
  Measure(6, 3);
  const Judgement judgement = Judge(measurements_, At(256, 6));
  EXPECT_TRUE(judgement.is_measured);
  EXPECT_EQ(judgement.decision.choice, "flat");
}

TEST_F(JudgementTest, InterpolatesBetweenTwoLayouts) {
  Measure(4, 3);
  Measure(8, 3);
  const Judgement far = Judge(measurements_, At(256, 6));
  EXPECT_FALSE(far.is_measured);
  EXPECT_EQ(far.decision.choice, "flat");
  EXPECT_THAT(far.from, ElementsAre(At(256, 8), At(256, 4)));
  EXPECT_THAT(far.decision.evidence.reason, HasSubstr("8 ranks, 1 per node, and 4 ranks"));
  EXPECT_EQ(Judge(measurements_, At(16, 6)).decision.choice, "chain");
}

// From one measured layout to the other is a doubling, and so is from size to size: without the
// layout, or the problem itself, another is as near as that.
TEST_F(JudgementTest, CalibratesWhatIsFarFromAllThatWasMeasured) {
  Measure(4, 3);
  Measure(8, 3);
  EXPECT_TRUE(
      std::ranges::any_of(measurements_.CalibrationOf(collective_).residuals(),
                          [](const Residual& residual) { return residual.distance > kFarAway; }));
}

// 75 layouts of 7 sizes: 525 problems, of which 256 are predicted again in three ways each.
TEST(Calibrate, PredictsSomeOfVeryMany) {
  SearchSpace space;
  space.collectives = {Collective::kAllreduce};
  for (int ranks = 2; ranks <= 76; ++ranks) space.layouts.push_back({ranks, 1});
  for (std::int64_t bytes = 1; bytes <= 4096; bytes *= 4) space.sizes.push_back(Bytes{bytes});
  Measurements measurements(space, DecisionRule{}, kTruth);
  for (const Layout& layout : space.layouts) {
    for (const Bytes bytes : space.sizes) {
      const Problem problem{Collective::kAllreduce, layout, bytes, 0};
      const Seconds flat = *kTruth.Predict("flat", problem);
      measurements.Add({problem, {}}, {{Exactly("library", flat), Exactly("flat", flat)}, {}});
    }
  }
  measurements.Calibrate(Collective::kAllreduce);
  EXPECT_EQ(measurements.CalibrationOf(Collective::kAllreduce).residuals().size(), 3u * 256);
}

// Flat saves 2 % of the library's time, less than the margin.
TEST_F(JudgementTest, KeepsTheLibraryWhereItMayBeAsFast) {
  Measure(4, 1.02);
  Measure(8, 1.02);
  const Judgement judgement = Judge(measurements_, At(256, 6));
  EXPECT_EQ(judgement.decision.choice, kLibrary);
  EXPECT_THAT(judgement.decision.evidence.reason, HasSubstr("may not be faster"));
}

// On 8 ranks the library is 20 times as slow as on 4: on 6 nobody knows.
TEST_F(JudgementTest, KeepsTheLibraryWhereLayoutsDisagree) {
  Measure(4, 0.5);
  Measure(8, 10);
  EXPECT_EQ(Judge(measurements_, At(256, 6)).decision.choice, kLibrary);
}

// The library takes three times as long as flat on 4 and 6 ranks, thirty times on 8: expected from
// 4 ranks, which are half of all, 6 are as expected, and 8 save ten times as much.
TEST_F(JudgementTest, ExtrapolatesAsFromHalfOfTheNodesToAll) {
  Measure(4, 3);
  Measure(6, 3);
  Measure(8, 30);
  measurements_.Calibrate(collective_, /*to_extrapolate=*/true);
  int as_expected = 0;
  int saves_more = 0;
  for (const Residual& residual : measurements_.CalibrationOf(collective_).residuals()) {
    as_expected += std::abs(residual.excess) < 0.1 ? 1 : 0;
    saves_more += std::abs(residual.excess + std::log(10)) < 0.1 ? 1 : 0;
  }
  const auto sizes = static_cast<int>(measurements_.space().sizes.size());
  EXPECT_EQ(as_expected, sizes);
  EXPECT_EQ(saves_more, sizes);
}

class UnknownSizesTest : public JudgementTest {
 protected:
  UnknownSizesTest() : JudgementTest(Collective::kAlltoallv) {}
  Judgement ForAll(int ranks) const { return JudgeUnknownSizes(measurements_, At(0, ranks)); }
};

// flat is three times as fast as the library at all sizes, chain slower at the larger ones.
TEST_F(UnknownSizesTest, TakesOneChoiceThatIsSlowerNowhere) {
  EXPECT_EQ(ForAll(4).decision.choice, kLibrary);
  Measure(4, 3);
  EXPECT_EQ(ForAll(4).decision.choice, "flat");
  EXPECT_TRUE(ForAll(4).is_measured);
  Measure(8, 3);
  EXPECT_EQ(ForAll(6).decision.choice, "flat");
  EXPECT_FALSE(ForAll(6).is_measured);
}

// Shows a space whose only barrier was drawn to calibrate.
TEST_F(UnknownSizesTest, DecidesByProblemsThatWereHeldOut) {
  for (const auto& [trial, result] : Timings(4, 3)) measurements_.AddCalibration(trial, result);
  EXPECT_EQ(ForAll(4).decision.choice, "flat");
  EXPECT_TRUE(ForAll(4).is_measured);
}

TEST_F(UnknownSizesTest, KeepsTheLibraryWhereNoneIsFasterEverywhere) {
  Measure(4, 0.9);
  EXPECT_EQ(ForAll(4).decision.choice, kLibrary) << "chain is slower at 4096 bytes";
}

}  // namespace
}  // namespace colltune::tune
