#include "tuner/search/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"

namespace colltune::tune {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

// On 2 ranks: flat 64 us + 0, chain 1 us for each byte, so they meet at 64 bytes. hopeless is never
// near either.
const std::map<std::string, Power> kPredicted = {
    {"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}, {"hopeless", {0.1, 0}}};

SearchSetup Options() {
  SearchSetup options;
  options.collectives = {Collective::kAllreduce};
  options.layouts = {{2, 1}};
  for (std::int64_t bytes = 1; bytes <= 65536; bytes *= 2) options.sizes.push_back(Bytes{bytes});
  return options;
}

/// Returns a result with exactly the times of `truth`; the library is ten times as slow as flat.
TrialResult ResultOf(const Trial& trial, const PowerPredictor& truth) {
  TrialResult result;
  for (const ChoiceId choice : trial.choices) {
    const Problem& problem = trial.problem;
    const Seconds time =
        choice == kLibrary ? 10 * *truth.Predict("flat", problem) : *truth.Predict(choice, problem);
    result.timings.push_back(Exactly(choice, time));
    result.spent += 10 * time;
  }
  return result;
}

std::vector<Trial> AskAll(Searching& search, const PowerPredictor& truth) {
  std::vector<Trial> asked;
  while (const auto trial = search.planner.Next()) {
    asked.push_back(*trial);
    search.planner.Learn(*trial, ResultOf(*trial, truth));
    EXPECT_LT(asked.size(), 1000u) << "never ends";
    if (asked.size() == 1000) break;
  }
  return asked;
}

TEST(Search, AsksAFractionWhereTheModelIsRight) {
  const PowerPredictor truth(kPredicted);
  Searching race(Options(), truth);
  const auto few = AskAll(race, truth);
  const auto is_race = [](const Trial& trial) { return trial.choices.size() > 2; };
  EXPECT_LE(std::ranges::count_if(few, is_race), 8);  // of 17 sizes
  // The first five come before the model is known to be good.
  for (const Trial& trial : few) {
    EXPECT_THAT(trial.choices, Contains("library"));
    EXPECT_THAT(trial.choices, Not(Contains("hopeless")));
  }
  SearchSetup options = Options();
  options.plan.kind = SearchKind::kExhaustive;
  Searching exhaustive(options, truth);
  const auto all = AskAll(exhaustive, truth);
  EXPECT_EQ(all.size(), 17u);
  for (const Trial& trial : all) EXPECT_EQ(trial.choices.size(), 4u);
  EXPECT_GT(exhaustive.planner.spent(), 10 * race.planner.spent());
}

/// Options for an application that calls allreduce on 2 ranks with three sizes, and on 4 with one.
SearchSetup OptionsForCalls() {
  SearchSetup options = Options();
  options.collectives.push_back(Collective::kBcast);
  options.layouts = {{2, 1}, {4, 1}};
  options.workload[{Collective::kAllreduce, {2, 1}}] = {
      {Bytes{3}, Seconds(1)}, {Bytes{100}, Seconds(5)}, {Bytes{1 << 20}, Seconds(2)}};
  options.workload[{Collective::kAllreduce, {4, 1}}] = {{Bytes{7}, Seconds(3)}};
  return options;
}

// flat and chain meet at 64000 bytes, between two of the called sizes. A search without calls would
// look for that.
TEST(Search, AsksForWhatIsCalledAloneTheMostTimeFirst) {
  const PowerPredictor truth({{"flat", {32e-3, 0}}, {"chain", {0.5e-6, 1}}});
  Searching search(OptionsForCalls(), truth);
  std::vector<std::pair<int, std::int64_t>> asked;
  for (const Trial& trial : AskAll(search, truth)) {
    EXPECT_EQ(trial.problem.collective, Collective::kAllreduce);
    asked.emplace_back(trial.problem.layout.ranks, trial.problem.bytes.count);
  }
  EXPECT_THAT(asked, ElementsAre(std::pair(2, 100), std::pair(4, 7), std::pair(2, 1 << 20),
                                 std::pair(2, 3)));
}

/// The time spent on roots, of 16, if there are `kinds` kinds of them. With root r flat takes 1 +
/// 0.1 r, the other algorithms less and less.
Seconds TimeWithRoots(int kinds) {
  const PowerPredictor truth({{"flat", {1, 0, 0.1}},
                              {"chain", {0.9, 0, -0.01}},
                              {"star", {1.0, 0, -0.03}},
                              {"tree", {1.2, 0, -0.05}}});
  SearchSetup options = Options();
  options.collectives = {Collective::kBcast};
  options.layouts = {{16, 1}};
  options.plan.kinds_of_roots = kinds;
  Searching search(options, truth);
  AskAll(search, truth);
  EXPECT_GT(search.planner.spending().given, Seconds(0));
  return search.planner.spending().roots;
}

TEST(Search, GivesRootsMoreTimeWhereTheyAreOfMoreKinds) {
  EXPECT_GT(TimeWithRoots(4), 1.3 * TimeWithRoots(1));
}

/// With root 0 flat takes 1 s for each rank, and chain 1.2 s with any root; from root 3 on chain is
/// better. The model expects all roots to be alike. With root r star is faster than the model
/// expects: 1.201 s with root 3, 1.15 s with root 9.
SearchSetup OptionsOfUnlikeRoots() {
  SearchSetup options = Options();
  options.collectives = {Collective::kBcast};
  options.layouts = {{16, 1}};
  options.sizes = {Bytes{8}, Bytes{1024}};  // too few for the model to be trusted
  options.plan.kinds_of_roots = 16;
  return options;
}
const PowerPredictor kModelOfRoots({{"flat", {1, 0, 0.1}},
                                    {"chain", {1.2, 0}},
                                    {"star", {1.225, 0}}});
const PowerPredictor kTruthOfRoots({{"flat", {1, 0, 0.1}},
                                    {"chain", {1.2, 0}},
                                    {"star", {1.225, 0, -0.0065}}});

// Roots 3 to 15 are measured with 3 and 9, which disagree; then also with 6 and 12. With 6 star
// takes 1.18 s, so that chain loses less than 3 % there.
TEST(Search, HalvesRootsThatWantDifferentThings) {
  Searching search(OptionsOfUnlikeRoots(), kModelOfRoots);
  AskAll(search, kTruthOfRoots);
  std::map<Rank, std::pair<RootSet, ChoiceId>> choices;
  for (const CostCurve& curve : search.measurements.curves()) {
    if (curve.roots().empty()) continue;
    const Bytes bytes = curve.measured().begin()->first;
    choices[curve.roots().front().first] = {curve.roots(),
                                            search.measurements.DecisionAt(curve, bytes).choice};
  }
  EXPECT_THAT(choices, ElementsAre(Pair(3, Pair(ElementsAre(Roots{3, 5}), "chain")),
                                   Pair(6, Pair(ElementsAre(Roots{6, 8}), "star")),
                                   Pair(9, Pair(ElementsAre(Roots{9, 11}), "star")),
                                   Pair(12, Pair(ElementsAre(Roots{12, 15}), "star"))));
}

TEST(Search, HoldsRootsAgainstEachOtherOnceWhereTheyWantTheSame) {
  Searching search(OptionsOfUnlikeRoots(), kModelOfRoots);
  AskAll(search, kModelOfRoots);
  std::vector<RootSet> roots;
  for (const CostCurve& curve : search.measurements.curves()) roots.push_back(curve.roots());
  EXPECT_THAT(roots, ElementsAre(IsEmpty(), ElementsAre(Roots{3, 8}), ElementsAre(Roots{9, 15})));
}

// Each root has a row whenever the search ends.
TEST(Search, LeavesRootsTogetherUntilBothHalvesAreMeasured) {
  Searching search(OptionsOfUnlikeRoots(), kModelOfRoots);
  int times = 0;
  while (const auto trial = search.planner.Next()) {
    if (search.measurements.curves().size() == 3 &&
        !search.measurements.curves()[2].is_complete()) {
      EXPECT_THAT(search.measurements.curves()[1].roots(), ElementsAre(Roots{3, 15}));
      ++times;
    }
    search.planner.Learn(*trial, ResultOf(*trial, kModelOfRoots));
  }
  EXPECT_GE(times, 2);
  EXPECT_THAT(search.measurements.curves()[1].roots(), ElementsAre(Roots{3, 8}));
}

TEST(Search, LeavesRootsTogetherWhereTheSecondHalfHasNoAnswer) {
  Searching search(OptionsOfUnlikeRoots(), kModelOfRoots);
  while (const auto trial = search.planner.Next()) {
    search.planner.Learn(
        *trial, trial->problem.root == 9 ? TrialResult() : ResultOf(*trial, kModelOfRoots));
  }
  EXPECT_THAT(search.measurements.curves()[1].roots(), ElementsAre(Roots{3, 15}));
}

/// With root r flat takes 1 + 0.05 r s for each rank and chain 1.12 s. The model expects no
/// difference.
const PowerPredictor kModelOfLikeRoots({{"flat", {1, 0}}, {"chain", {1.12, 0}}});
const PowerPredictor kTruthOfLikeRoots({{"flat", {1, 0, 0.05}}, {"chain", {1.12, 0}}});

// Root 8 decides for chain and root 0 does not; nor does 2, but 4 does. 12 and 6 decide like 8 and
// 4.
TEST(Search, DoubtsRootsThatAreExpectedToBeLikeTheFirstWhereThatIsAsked) {
  SearchSetup options = OptionsOfUnlikeRoots();
  const auto roots = [&] {
    Searching search(options, kModelOfLikeRoots);
    AskAll(search, kTruthOfLikeRoots);
    std::set<std::pair<RootSet, ChoiceId>> choices;
    for (const CostCurve& curve : search.measurements.curves()) {
      const Bytes bytes = curve.measured().begin()->first;
      choices.insert({search.measurements.RootsOf(curve),
                      search.measurements.DecisionAt(curve, bytes).choice});
    }
    return choices;
  };
  EXPECT_THAT(roots(), ElementsAre(Pair(ElementsAre(Roots{0, 15}), "flat")));
  options.timing = TimingModel::kNoisy;
  EXPECT_THAT(
      roots(),
      ElementsAre(Pair(ElementsAre(Roots{0, 1}), "flat"), Pair(ElementsAre(Roots{2, 3}), "flat"),
                  Pair(ElementsAre(Roots{4, 5}), "chain"), Pair(ElementsAre(Roots{6, 7}), "chain"),
                  Pair(ElementsAre(Roots{8, 11}), "chain"),
                  Pair(ElementsAre(Roots{12, 15}), "chain")));
}

// The model takes chain to be 8 times as fast as it is: the change is at 8 bytes, not at 64. Sizes
// there are measured until they are neighbours.
TEST(Search, HalvesIntervalsWhereTheModelIsWrong) {
  const PowerPredictor model({{"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}});
  const PowerPredictor truth({{"flat", {32e-6, 0}}, {"chain", {4e-6, 1.2}}});
  Searching search(Options(), model);
  AskAll(search, truth);
  const CostCurve& curve = search.measurements.curves().front();
  std::set<std::int64_t> measured;
  for (const auto& [bytes, point] : curve.measured()) measured.insert(bytes.count);
  // 4e-6 * 5.66^1.2 = 32e-6: between 4 and 8.
  EXPECT_THAT(measured, Contains(4));
  EXPECT_THAT(measured, Contains(8));
}

// Between chain at 16 bytes and flat at 256 (both anchors) a third is faster at 64: 40 us.
TEST(Search, FindsAThirdBetweenTwoThatChange) {
  auto powers = kPredicted;
  powers["tree"] = {2.5e-6, 0.5};  // 5e-6 * sqrt(bytes): at 16 as chain is, 20 us; at 256 80 us
  const PowerPredictor truth(powers);
  Searching search(Options(), truth);
  AskAll(search, truth);
  const CostCurve& curve = search.measurements.curves().front();
  EXPECT_TRUE(curve.Find(Bytes{32}, "tree") || curve.Find(Bytes{64}, "tree") ||
              curve.Find(Bytes{128}, "tree"));
}

TEST(Search, AsksTheSameAgain) {
  const PowerPredictor truth(kPredicted);
  Searching first(Options(), truth);
  Searching second(Options(), truth);
  EXPECT_EQ(AskAll(first, truth), AskAll(second, truth));
}

TEST(Search, EndsWithItsBudgetAndSaysWhatIsUncertain) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.plan.budget = Seconds(1e-9);
  Searching search(options, truth);
  EXPECT_EQ(AskAll(search, truth).size(), 1u);
  EXPECT_FALSE(search.planner.Uncertainties().empty());
  EXPECT_GT(search.planner.Uncertainties().front().regret, 0);
}

TEST(Search, DoesNotAskTwiceWhatHasNoAnswer) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  std::set<Bytes> asked;
  while (const auto trial = search.planner.Next()) {
    ASSERT_TRUE(asked.insert(trial->problem.bytes).second) << trial->problem.bytes.count;
    search.planner.Learn(*trial, {});
  }
  EXPECT_TRUE(search.measurements.curves().front().measured().empty());
}

TEST(Search, AsksForWhatAnAnswerAsideLeftOut) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  // At an anchor, and between them.
  for (const Bytes bytes : {Bytes{1}, Bytes{2}}) {
    const Trial aside{{Collective::kAllreduce, {2, 1}, bytes, 0}, {"library", "flat"}};
    search.planner.LearnAside(aside, ResultOf(aside, truth));
  }
  AskAll(search, truth);
  EXPECT_NE(search.measurements.curves().front().Find(Bytes{1}, "chain"), nullptr);
  EXPECT_NE(search.measurements.curves().front().Find(Bytes{2}, "chain"), nullptr);
}

/// The choice at 2048 bytes, which is no anchor. The library takes `elsewhere` times as long as
/// flat, but hardly any time at 2048 bytes.
std::string ChoiceWhereTheLibraryIsFast(double elsewhere) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  while (const auto trial = search.planner.Next()) {
    TrialResult result = ResultOf(*trial, truth);
    for (Candidate& timing : result.timings) {
      if (timing.choice != kLibrary) continue;
      const bool is_fast = trial->problem.bytes == Bytes{2048};
      timing = Exactly(timing.choice, is_fast ? Seconds(1e-6) : timing.median * elsewhere / 10);
    }
    search.planner.Learn(*trial, result);
  }
  const CostCurve& curve = search.measurements.curves().front();
  EXPECT_EQ(search.measurements.DecisionAt(curve, Bytes{4096}).choice, "flat");
  return curve.measured().contains(Bytes{2048})
             ? std::string(search.measurements.DecisionAt(curve, Bytes{2048}).choice.text())
             : "not asked";
}

// Libraries change their algorithms at any size. The search checks for that where they are not
// hopelessly slow.
TEST(Search, HoldsWhatItChoosesAgainstTheLibraryAtEachSize) {
  EXPECT_EQ(ChoiceWhereTheLibraryIsFast(1.5), "library");
  EXPECT_EQ(ChoiceWhereTheLibraryIsFast(10), "not asked");
}

// The library always takes 1.5 times flat's time, on both layouts around.
TEST(Search, BelievesBothLayoutsAroundThatTheLibraryIsSlower) {
  const PowerPredictor truth(std::map<std::string, Power>{{"flat", {32e-6, 0}}});
  SearchSetup options = Options();
  options.layouts = {{4, 1}, {8, 1}};
  options.between = {{{6, 1}, {4, 1}, {8, 1}}};
  Searching search(options, truth);
  while (const auto trial = search.planner.Next()) {
    TrialResult result = ResultOf(*trial, truth);
    for (Candidate& timing : result.timings) {
      if (timing.choice == kLibrary) timing = Exactly(timing.choice, timing.median * 0.15);
    }
    search.planner.Learn(*trial, result);
  }
  EXPECT_EQ(search.measurements.curves()[0].measured().size(), options.sizes.size());
  EXPECT_EQ(search.measurements.curves()[1].measured().size(), options.sizes.size());
  EXPECT_EQ(search.measurements.curves()[2].measured().size(), 3u) << "1, 256 and 65536 bytes";
}

/// The library takes 640 us, chain at most that up to 640 bytes, and hopeless 0.2 s.
TEST(Search, ComparesThoseThatHaveNotLostWhereRanksDoNotKnowSizes) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.collectives = {Collective::kAlltoallv};
  Searching search(options, truth);
  for (const Trial& trial : AskAll(search, truth)) {
    const bool is_first = trial.problem.bytes == Bytes{1};
    EXPECT_EQ(std::ranges::count(trial.choices, "hopeless"), is_first);
    EXPECT_THAT(trial.choices, Contains("flat"));
    const bool is_last = trial.problem.bytes == Bytes{65536};
    EXPECT_EQ(std::ranges::count(trial.choices, "chain"), !is_last);
  }
}

TEST(Search, IsSettledWhereOnlyTheLibraryIsLeftForAllSizes) {
  const PowerPredictor truth(
      std::map<std::string, Power>{{"flat", {32e-6, 0}}, {"hopeless", {0.1, 0}}});
  const PowerPredictor model(std::map<std::string, Power>{{"hopeless", {0.1, 0}}});
  SearchSetup options = Options();
  options.collectives = {Collective::kAlltoallv};
  Searching search(options, model);
  EXPECT_EQ(AskAll(search, truth).size(), 1u);
  EXPECT_TRUE(search.measurements.curves().front().is_complete());
}

TEST(Search, TriesTheLibrarysOwnAlgorithmsUntilTheyAreSlow) {
  // No model predicts native algorithms: they are estimated between measured sizes alone. Up to 64
  // bytes mpich:rd is a little faster than chain; mpich:nb takes a thousand times as long as flat.
  const PowerPredictor truth({{"flat", {32e-6, 0}},
                              {"chain", {0.5e-6, 1}},
                              {"mpich:nb", {32e-3, 0}},
                              {"mpich:rd", {0.49e-6, 1}}});
  const PowerPredictor model({{"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}});
  SearchSetup options = Options();
  options.natives[Collective::kAllreduce] = {"mpich:nb", "mpich:rd"};
  Searching search(options, model);
  const std::vector<Trial> asked = AskAll(search, truth);
  std::vector<Bytes> with_slow;
  for (const Trial& trial : asked) {
    if (trial.problem.bytes <= Bytes{64}) {
      EXPECT_THAT(trial.choices, Contains("mpich:rd")) << trial.problem.bytes.count;
    }
    if (std::ranges::count(trial.choices, ChoiceId("mpich:nb")) > 0)
      with_slow.push_back(trial.problem.bytes);
  }
  EXPECT_THAT(with_slow, ElementsAre(Bytes{1}, Bytes{16}, Bytes{256}, Bytes{4096}, Bytes{65536}));
  EXPECT_GT(asked.size(), with_slow.size()) << "nothing is asked between measured sizes";
}

/// Like AnswerOf, but chain fails at 64 bytes and more.
TrialResult FailingAnswerOf(const Trial& trial, const PowerPredictor& truth) {
  TrialResult result = ResultOf(trial, truth);
  for (Candidate& timing : result.timings) {
    if (timing.choice != "chain" || trial.problem.bytes < Bytes{64}) continue;
    timing = {timing.choice, 0, {}, {}, {}, std::nullopt, std::nullopt, "wrong result on rank 1"};
  }
  return result;
}

TEST(Search, LeavesOutWhatFailedAtAllSizesAndOnThatLayoutAlone) {
  // chain would be the best at small sizes, at which it does not fail.
  const PowerPredictor truth({{"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}});
  SearchSetup options = Options();
  options.plan.kind = SearchKind::kExhaustive;
  options.layouts = {{2, 1}, {4, 1}};
  Searching search(options, truth);
  bool has_failed = false;
  while (const auto trial = search.planner.Next()) {
    const bool fails = trial->problem.layout.ranks == 2;
    const bool asks = std::ranges::count(trial->choices, "chain") > 0;
    EXPECT_EQ(asks, !fails || !has_failed) << trial->problem.bytes.count;
    search.planner.Learn(*trial, fails ? FailingAnswerOf(*trial, truth) : ResultOf(*trial, truth));
    has_failed |= fails && trial->problem.bytes >= Bytes{64};
  }
  ASSERT_TRUE(has_failed);
  for (const CostCurve& curve : search.measurements.curves()) {
    const Decision small = search.measurements.DecisionAt(curve, Bytes{1});
    EXPECT_EQ(small.choice, curve.layout().ranks == 2 ? "flat" : "chain");
    EXPECT_EQ(small.evidence.Find("chain") != nullptr, curve.layout().ranks == 4);
    EXPECT_EQ(small.evidence.reason.ends_with("; chain is left out: wrong result on rank 1"),
              curve.layout().ranks == 2)
        << small.evidence.reason;
  }
  EXPECT_EQ(FailuresText(search.measurements.failures()),
            "left out: allreduce:chain on 2 ranks, 1 per node: failed: wrong result on rank 1\n");
}

TEST(SizesOf, EndWithTheLargestThatFits) {
  SearchSetup options = Options();
  options.memory = Bytes{1000};
  // Blocks of 8 ranks: 125 bytes fit, 120 are whole doubles.
  EXPECT_THAT(options.SizesOf(Collective::kAlltoall, {8, 1}),
              ElementsAre(Bytes{1}, Bytes{2}, Bytes{4}, Bytes{8}, Bytes{16}, Bytes{32}, Bytes{64},
                          Bytes{120}));
  EXPECT_THAT(options.SizesOf(Collective::kBarrier, {8, 1}), ElementsAre(Bytes{0}));
}

TEST(ModelError, IsWhatNineInTenStayBelow) {
  ModelError error;
  EXPECT_NEAR(error.Level(0.2), 0.4, 1e-9) << "two standard deviations before there are errors";
  // 64 errors are kept, 57 of 0 and 7 of 1 to 7 standard deviations: index 56 of 0..63 is the 90th
  // percentile, 61 the 98th.
  for (int i = 0; i < 100; ++i) error.Add({Seconds(1), 0.1}, Seconds(1));
  for (int i = 1; i <= 7; ++i) error.Add({Seconds(1), 0.1}, Seconds(std::exp(0.1 * i)));
  EXPECT_NEAR(error.Level(0.1), 0.005, 1e-9) << "no better than half a percent is believed";
  EXPECT_NEAR(error.Slack(0.02, 0.08), std::exp(5 * (0.02 + 0.08) + 0.005), 1e-9);
}

TEST(ModelError, PrunesWhatIsCertainMoreThanWhatIsNot) {
  ModelError error;
  // Errors of twice the expected: a sure estimate is off by little, an unsure one by much.
  for (int i = 0; i < 64; ++i) {
    const double deviation = i % 2 == 0 ? 0.01 : 0.3;
    error.Add({Seconds(1), deviation}, Seconds(std::exp(2 * deviation)));
  }
  EXPECT_NEAR(error.Level(0.01), 0.02, 1e-9);
  EXPECT_NEAR(error.Level(0.3), 0.6, 1e-9);
  EXPECT_NEAR(error.Slack(0.01, 0.01), std::exp(0.04 + 0.005), 1e-9);
  EXPECT_NEAR(error.Slack(0.01, 0.3), std::exp(0.62 + 0.005), 1e-9);
}

}  // namespace
}  // namespace colltune::tune
