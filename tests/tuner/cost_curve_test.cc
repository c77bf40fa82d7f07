#include "tuner/search/cost_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

TEST(CostCurve, KeepsTheLatestTimes) {
  CostCurve curve(Collective::kAllreduce, {2, 1});
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(1)), Exactly("library", Seconds(2))});
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(3))});
  EXPECT_EQ(curve.Find(Bytes{8}, "flat")->median, Seconds(3));
  EXPECT_EQ(curve.Find(Bytes{8}, "library")->median, Seconds(2));
  EXPECT_EQ(curve.Find(Bytes{8}, "chain"), nullptr);
  EXPECT_EQ(curve.Find(Bytes{9}, "flat"), nullptr);
}

TEST(CostCurve, IgnoresTimesWithoutAnInterval) {
  CostCurve curve(Collective::kAllreduce, {2, 1});
  Candidate few = Exactly("flat", Seconds(1));
  few.high = Seconds(std::numeric_limits<double>::infinity());
  Candidate none = Exactly("chain", Seconds(1));
  none.samples = 0;
  curve.Add(Bytes{8}, {few, none});
  EXPECT_TRUE(curve.measured().empty());
}

TEST(CostCurve, ForgetsWhatIsLeftOut) {
  CostCurve curve(Collective::kAllreduce, {2, 1});
  curve.Add(Bytes{8}, {Exactly("flat", Seconds(1))});
  curve.LeaveOut("flat", "wrong result on rank 1");
  curve.Add(Bytes{16}, {Exactly("flat", Seconds(1))});
  EXPECT_EQ(curve.Find(Bytes{8}, "flat"), nullptr);
  EXPECT_EQ(curve.Find(Bytes{16}, "flat"), nullptr);
  EXPECT_EQ(curve.left_out().at("flat"), "wrong result on rank 1");
}

TEST(CostCurve, MeasuresTheRootOfItsGroup) {
  const CostCurve curve(Collective::kBcast, {8, 1}, {5, {{4, 7}}});
  EXPECT_EQ(curve.At(Bytes{8}), (Problem{Collective::kBcast, {8, 1}, Bytes{8}, 5}));
  EXPECT_THAT(curve.roots(), testing::ElementsAre(Roots{4, 7}));
}

}  // namespace
}  // namespace colltune::tune
