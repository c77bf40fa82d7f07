#include "tuner/search/root_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Bytes kSize{8};

/// On 8 ranks with root 0, as predicted: flat 1, chain 1.2, star 1.4; the library 2. A unit is 1 s
/// for each rank.
std::vector<RootGroup> Groups(const PowerPredictor& predictor, const std::string& planned) {
  CostCurve curve(Collective::kBcast, {8, 1}, predictor);
  curve.Add(kSize, {Exactly("flat", Seconds(8)), Exactly("chain", Seconds(8 * 1.2)),
                    Exactly("star", Seconds(8 * 1.4)), Exactly("library", Seconds(8 * 2))});
  return SplitRoots(curve, {{kSize, planned}}, 0.03, predictor);
}

std::vector<RootSet> RootsOf(const std::vector<RootGroup>& groups) {
  std::vector<RootSet> roots;
  for (const RootGroup& group : groups) roots.push_back(group.roots);
  return roots;
}

std::vector<RootSet> Split(const PowerPredictor& predictor, const std::string& planned) {
  return RootsOf(Groups(predictor, planned));
}

TEST(SplitRoots, LeavesEqualNodesTogether) {
  EXPECT_THAT(Split(PowerPredictor({{"flat", {1, 0}}, {"chain", {1.2, 0}}}), "flat"), IsEmpty());
  // All alternatives are slower alike.
  EXPECT_THAT(Split(PowerPredictor({{"flat", {1, 0, 1}}, {"chain", {1.2, 0, 1}}}), "flat"),
              IsEmpty());
}

// With root r flat takes 1 + 0.05 r: more than 3 % above the 1.2 of chain from root 5 on.
TEST(SplitRoots, FindsWhereAnotherIsBetter) {
  const PowerPredictor predictor({{"flat", {1, 0, 0.05}}, {"chain", {1.2, 0}}});
  EXPECT_THAT(Split(predictor, "flat"), ElementsAre(RootSet{{5, 7}}));
}

// Star takes 1.4 (1 - 0.07 r): with root 6 0.81 and root 7 0.71. Flat takes 1 + 0.1 r, chain 1.2:
// star is below both from root 3 on (1.11), chain nowhere by more than 3 %.
TEST(SplitRoots, KeepsNeighboursTogetherThatWantTheSame) {
  const PowerPredictor predictor(
      {{"flat", {1, 0, 0.1}}, {"chain", {1.2, 0}}, {"star", {1.4, 0, -0.07}}});
  EXPECT_THAT(Split(predictor, "flat"), ElementsAre(RootSet{{3, 7}}));
}

// Flat 1 + 0.1 r; chain 1.2 (1 - 0.01 r); star 1.4 (1 - 0.05 r): at root 3 flat 1.3, chain 1.16,
// star 1.19; at root 7 chain 1.12, star 0.91. Root 5 is the first where chain, 1.14, loses more
// than 3 % against star, 1.05.
TEST(SplitRoots, PartsNeighboursThatWantDifferentThings) {
  const PowerPredictor predictor(
      {{"flat", {1, 0, 0.1}}, {"chain", {1.2, 0, -0.01}}, {"star", {1.4, 0, -0.05}}});
  EXPECT_THAT(Split(predictor, "flat"), ElementsAre(RootSet{{3, 4}}, RootSet{{5, 7}}));
}

// Flat takes twice as long with odd roots as with even ones.
TEST(SplitRoots, TakesRootsTogetherThatAreApart) {
  const PowerPredictor predictor({{"flat", {1, 0, 0, 1}}, {"chain", {1.2, 0}}});
  EXPECT_THAT(Split(predictor, "flat"), ElementsAre(RootSet{{1, 1}, {3, 3}, {5, 5}, {7, 7}}));
}

// The library counts as a star, from which it keeps its distance: 2 (1 - 0.1 r). Flat and chain
// stay: the library is below flat from root 6 on (0.8).
TEST(SplitRoots, GivesRootsBackToTheLibrary) {
  const PowerPredictor predictor({{"flat", {1, 0}}, {"star", {1.95, 0, -0.1}}});
  CostCurve curve(Collective::kBcast, {8, 1}, predictor);
  curve.Add(kSize, {Exactly("flat", Seconds(8)), Exactly("star", Seconds(8 * 1.95)),
                    Exactly("library", Seconds(8 * 2))});
  EXPECT_THAT(RootsOf(SplitRoots(curve, {{kSize, "flat"}}, 0.03, predictor)),
              ElementsAre(RootSet{{6, 7}}));
}

// With root 0 the library is like both, with other roots it is like flat_nonblocking. From root 2
// on flat, 1 - 0.05 r, saves more than twice 3 %.
TEST(SplitRoots, TakesALibraryThatIsFlatForTheOneThatSendsByRank) {
  const PowerPredictor predictor({{"flat", {1, 0, -0.05}}, {"flat_nonblocking", {1, 0}}});
  CostCurve curve(Collective::kScatter, {8, 1}, predictor);
  curve.Add(kSize, {Exactly("flat", Seconds(8)), Exactly("flat_nonblocking", Seconds(8)),
                    Exactly("library", Seconds(8))});
  EXPECT_THAT(RootsOf(SplitRoots(curve, {{kSize, "library"}}, 0.03, predictor)),
              ElementsAre(RootSet{{2, 7}}));
}

// The library is planned. Flat would save less than 20 % with roots 1 to 3: less than a margin of
// 25 %.
TEST(SplitRoots, HeedsTheMargin) {
  const PowerPredictor predictor({{"flat", {1, 0}}, {"star", {1.2, 0, 0.01}}});
  CostCurve curve(Collective::kBcast, {4, 1}, predictor);
  curve.Add(kSize, {Exactly("flat", Seconds(4)), Exactly("star", Seconds(4 * 1.2)),
                    Exactly("library", Seconds(4 * 1.2))});
  EXPECT_THAT(SplitRoots(curve, {{kSize, "library"}}, 0.25, predictor), IsEmpty());
  EXPECT_THAT(RootsOf(SplitRoots(curve, {{kSize, "library"}}, 0.03, predictor)),
              ElementsAre(RootSet{{1, 3}}));
}

// With root r flat takes 1 + 0.2 r, the library 2 and chain 1.2. From root 2 on chain saves 1 - 1.2
// / 1.4, 1 - 1.2 / 1.6, ... With roots 6 and 7 flat, 2.2 and 2.4, is slower than the library.
TEST(SplitRoots, TellsWhatIsSavedAndWhereTheLibraryIsFaster) {
  const auto groups = Groups(
      PowerPredictor({{"flat", {1, 0, 0.2}}, {"chain", {1.2, 0}}, {"star", {1.4, 0}}}), "flat");
  ASSERT_EQ(groups.size(), 1);
  EXPECT_THAT(groups.front().roots, ElementsAre(Roots{2, 7}));
  EXPECT_THAT(groups.front().slower, ElementsAre(Roots{6, 7}));
  double saving = 0;
  for (const double flat : {1.4, 1.6, 1.8, 2.0, 2.2, 2.4}) saving += 1 - 1.2 / flat;
  EXPECT_NEAR(groups.front().saving, saving, 1e-9);
}

}  // namespace
}  // namespace colltune::tune
