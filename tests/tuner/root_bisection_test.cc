#include "tuner/search/root_bisection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr Bytes kSmallSize{8};
constexpr Bytes kLargeSize{1024};

const PowerPredictor kNothing({});

CostCurve Measured(Collective collective) {
  CostCurve curve(collective, {8, 1}, kNothing, {{2, 5}});
  curve.Add(kSmallSize, {Exactly("library", Seconds(1.19)), Exactly("flat", Seconds(1)),
                         Exactly("chain", Seconds(1.21))});
  curve.Add(kLargeSize, {Exactly("library", Seconds(1)), Exactly("flat", Seconds(1.5)),
                         Exactly("chain", Seconds(1.02))});
  return curve;
}

TEST(Halves, PartByRank) {
  EXPECT_THAT(Halves({{2, 5}}), Pair(ElementsAre(Roots{2, 3}), ElementsAre(Roots{4, 5})));
  EXPECT_THAT(Halves({{2, 4}}), Pair(ElementsAre(Roots{2, 2}), ElementsAre(Roots{3, 4})));
}

TEST(Halves, PartRootsThatAreApart) {
  EXPECT_THAT(Halves({{1, 1}, {4, 4}, {6, 6}, {8, 8}}),
              Pair(ElementsAre(Roots{1, 1}, Roots{4, 4}), ElementsAre(Roots{6, 6}, Roots{8, 8})));
  EXPECT_THAT(Halves({{1, 1}, {4, 8}}),
              Pair(ElementsAre(Roots{1, 1}, Roots{4, 5}), ElementsAre(Roots{6, 8})));
}

TEST(Halves, LeaveOneRootWhole) {
  EXPECT_THAT(Halves({{3, 3}}), Pair(IsEmpty(), ElementsAre(Roots{3, 3})));
}

TEST(Without, LeavesWhatIsOnBothSides) {
  EXPECT_THAT(Without({{0, 3}, {6, 9}}, {2, 7}), ElementsAre(Roots{0, 1}, Roots{8, 9}));
  EXPECT_THAT(Without({{0, 9}}, {4, 4}), ElementsAre(Roots{0, 3}, Roots{5, 9}));
  EXPECT_THAT(Without({{0, 1}, {4, 5}}, {0, 4}), ElementsAre(Roots{5, 5}));
  EXPECT_THAT(Without({{2, 3}}, {0, 1}), ElementsAre(Roots{2, 3}));
  EXPECT_THAT(Without({{2, 3}}, {2, 3}), IsEmpty());
}

TEST(NearBest, IsWhatTakesUpToAFifthLonger) {
  const CostCurve curve = Measured(Collective::kBcast);
  EXPECT_THAT(NearBest(curve, kSmallSize), ElementsAre("flat", "library"));
  EXPECT_THAT(NearBest(curve, kLargeSize), ElementsAre("chain", "library"));
}

TEST(NearBest, IsThatOfAllSizesWhereRanksDoNotKnowThem) {
  const CostCurve curve = Measured(Collective::kScatterv);
  EXPECT_THAT(NearBest(curve, kSmallSize), ElementsAre("chain", "flat", "library"));
}

TEST(Disagree, WhereTheOthersChoiceLosesMoreThanThreePercent) {
  const CostCurve curve = Measured(Collective::kBcast);
  const Choices own = {{kSmallSize, "flat"}, {kLargeSize, "library"}};
  EXPECT_FALSE(Disagree(curve, own, own));
  EXPECT_FALSE(Disagree(curve, own, {{kSmallSize, "flat"}, {kLargeSize, "chain"}}));  // 2 %
  EXPECT_TRUE(Disagree(curve, own, {{kSmallSize, "library"}, {kLargeSize, "library"}}));
}

TEST(Disagree, AboutWhatWasNotMeasuredHere) {
  const CostCurve curve = Measured(Collective::kBcast);
  const Choices own = {{kSmallSize, "flat"}, {kLargeSize, "library"}};
  EXPECT_TRUE(Disagree(curve, own, {{kSmallSize, "star"}, {kLargeSize, "library"}}));
  // No choice was made at that size.
  EXPECT_FALSE(Disagree(curve, own, {{kLargeSize, "library"}}));
}

}  // namespace
}  // namespace colltune::tune
