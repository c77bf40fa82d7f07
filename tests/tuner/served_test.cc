#include "tuner/search/served.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/tuner/power_predictor.h"
#include "tuner/search/judgement.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Layout kEight{8, 1};

Problem At(Rank root, Layout layout = kEight) {
  return {Collective::kBcast, layout, Bytes{1024}, root};
}

TEST(ServedBy, IsOtherRootsOfTheGroup) {
  SearchSpace space;
  space.root_groups[kEight] = {{0, {{0, 0}}}, {5, {{4, 6}}}, {3, {}}};
  EXPECT_THAT(ServedBy(space, At(0)), IsEmpty());
  EXPECT_THAT(ServedBy(space, At(5)), ElementsAre(At(4), At(6)));
  EXPECT_THAT(ServedBy(space, At(3)), ElementsAre(At(1), At(2), At(7)));
}

TEST(ServedBy, IsFourOfManyRoots) {
  EXPECT_THAT(ServedBy({}, At(0)), ElementsAre(At(2), At(4), At(7)));
}

TEST(ServedBy, IsOtherCommunicators) {
  const Layout row{8, 1, {32, 1, 8, 1}};
  const Layout column{8, 1, {32, 1, 0, 4}};
  SearchSpace space;
  space.root_groups[kEight] = {{0, {{0, 0}}}, {3, {}}};
  space.alike[kEight] = {row, column};
  EXPECT_THAT(ServedBy(space, At(0)), ElementsAre(At(0, row), At(0, column)));
  EXPECT_THAT(ServedBy(space, At(3)),
              ElementsAre(At(1, row), At(3, column), At(5, row), At(7, column)));
}

/// With odd roots uneven takes three times as long as with even ones, skewed 6 % longer, and chain
/// as long.
class SuitsAllTest : public testing::Test {
 protected:
  static SearchSpace Space() {
    SearchSpace space;
    space.collectives = {Collective::kBcast};
    space.layouts = {kEight};
    return space;
  }

  static Contender Takes(ChoiceId choice, double seconds, double within = 0) {
    return {choice, std::log(seconds), within};
  }

  ChoiceId Suiting(const std::vector<Contender>& contenders,
                   const std::vector<Problem>& served = {At(1), At(2), At(3)}) const {
    return SuitsAll(measurements_, At(0), served, contenders);
  }

  const PowerPredictor predictor_{std::map<std::string, Power>{
      {"uneven", {.odd = 2}}, {"skewed", {.odd = 0.06}}, {"chain", {}}}};
  Measurements measurements_{Space(), DecisionRule{}, predictor_};
};

// Over the four roots uneven takes 1.73 s in the geometric mean.
TEST_F(SuitsAllTest, IsTheFastestOverAllRoots) {
  EXPECT_EQ(Suiting({Takes("library", 9), Takes("uneven", 1), Takes("chain", 1.7)}), "chain");
  EXPECT_EQ(Suiting({Takes("library", 9), Takes("uneven", 1), Takes("chain", 1.8)}), "uneven");
}

TEST_F(SuitsAllTest, IsSlowerThanTheLibraryByMoreThanTheMarginWithNoRoot) {
  EXPECT_EQ(Suiting({Takes("library", 2.9), Takes("uneven", 1), Takes("chain", 2)}), "chain");
  EXPECT_EQ(Suiting({Takes("library", 2.9), Takes("uneven", 1)}), kLibrary);
  EXPECT_EQ(Suiting({Takes("library", 2.95), Takes("uneven", 1)}), "uneven");
}

// Over the four communicators uneven takes 1.32 s in the geometric mean, on one of them 3 s.
TEST_F(SuitsAllTest, MayBeSlowerThanTheLibraryOnOneCommunicatorOfSeveral) {
  const Layout row{8, 1, {32, 1, 8, 1}};
  const std::vector<Problem> served = {At(2, row), At(1, row), At(4, row)};
  EXPECT_EQ(Suiting({Takes("library", 2.9), Takes("uneven", 1)}, served), "uneven");
  EXPECT_EQ(Suiting({Takes("library", 1.3), Takes("uneven", 1)}, served), kLibrary);
}

// With a library of 1.05 s skewed saves 5 % with even roots, 2 % on the average.
TEST_F(SuitsAllTest, IsFasterThanTheLibraryOnTheAverage) {
  EXPECT_EQ(Suiting({Takes("library", 1.05), Takes("skewed", 1)}), kLibrary);
  EXPECT_EQ(Suiting({Takes("library", 1.09), Takes("skewed", 1)}), "skewed");
}

TEST_F(SuitsAllTest, IsTheLibraryWhereExpectationsErrByTheSaving) {
  EXPECT_EQ(Suiting({Takes("library", 2), Takes("chain", 1, std::log(2.1))}), kLibrary);
  EXPECT_EQ(Suiting({Takes("library", 2), Takes("chain", 1, std::log(1.8))}), "chain");
}

// The library behaves like uneven, which takes 3 times as long with odd roots: it loses to chain.
TEST_F(SuitsAllTest, TakesTheLibraryToGrowAsTheAlgorithmThatItIsLike) {
  for (const Rank root : {0, 1}) {
    measurements_.Add({At(root), {}},
                      {{Exactly("library", *predictor_.Predict("uneven", At(root)))}, {}});
  }
  EXPECT_EQ(Suiting({Takes("library", 1.2), Takes("uneven", 1)}), "uneven");
}

// On root 0 alone uneven is the best.
TEST_F(SuitsAllTest, IsToldFromWhatSuitsTheProblemItself) {
  const Seconds time = *predictor_.Predict("uneven", At(0));
  const auto judge = [&](double library) {
    Measurements measurements(Space(), DecisionRule{}, predictor_);
    measurements.Add({At(0), {}}, {{Exactly("library", library * time), Exactly("uneven", time),
                                    Exactly("chain", 2 * time)},
                                   {}});
    return Judge(measurements, At(0)).decision;
  };
  EXPECT_EQ(judge(2.9).choice, "chain");
  EXPECT_TRUE(judge(2.9).is_for_others);
  EXPECT_EQ(judge(3.5).choice, "uneven");
  EXPECT_FALSE(judge(3.5).is_for_others);
}

}  // namespace
}  // namespace colltune::tune
