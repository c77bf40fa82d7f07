#include "tuner/search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"

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

SearchOptions Options() {
  SearchOptions options;
  options.collectives = {Collective::kAllreduce};
  options.layouts = {{2, 1}};
  for (std::int64_t bytes = 1; bytes <= 65536; bytes *= 2) options.sizes.push_back(Bytes{bytes});
  return options;
}

/// An answer with exactly the times of `truth`; the library is ten times as slow as flat.
Answer AnswerOf(const Question& question, const PowerPredictor& truth) {
  Answer answer;
  for (const std::string& choice : question.choices) {
    const Problem problem{question.collective,
                          {question.ranks, question.ranks_per_node},
                          question.bytes,
                          question.root};
    const Seconds time =
        choice == kLibrary ? 10 * *truth.Predict("flat", problem) : *truth.Predict(choice, problem);
    answer.timings.push_back(Exactly(choice, time));
    answer.spent += 10 * time;
  }
  return answer;
}

std::vector<Question> AskAll(Search& search, const PowerPredictor& truth) {
  std::vector<Question> asked;
  while (const auto question = search.Next()) {
    asked.push_back(*question);
    search.Learn(*question, AnswerOf(*question, truth));
    EXPECT_LT(asked.size(), 1000u) << "never ends";
    if (asked.size() == 1000) break;
  }
  return asked;
}

TEST(Search, AsksAFractionWhereTheModelIsRight) {
  const PowerPredictor truth(kPredicted);
  Search race(Options(), truth);
  const auto few = AskAll(race, truth);
  const auto is_race = [](const Question& question) { return question.choices.size() > 2; };
  EXPECT_LE(std::ranges::count_if(few, is_race), 8);  // of 17 sizes
  // The first five come before the model is known to be good.
  for (const Question& question : few) {
    EXPECT_THAT(question.choices, Contains("library"));
    EXPECT_THAT(question.choices, Not(Contains("hopeless")));
  }
  SearchOptions options = Options();
  options.kind = SearchKind::kExhaustive;
  Search exhaustive(options, truth);
  const auto all = AskAll(exhaustive, truth);
  EXPECT_EQ(all.size(), 17u);
  for (const Question& question : all) EXPECT_EQ(question.choices.size(), 4u);
  EXPECT_GT(exhaustive.spent(), 10 * race.spent());
}

/// Options for an application that calls allreduce on 2 ranks with three sizes, and on 4 with one.
SearchOptions OptionsForCalls() {
  SearchOptions options = Options();
  options.collectives.push_back(Collective::kBcast);
  options.layouts = {{2, 1}, {4, 1}};
  options.called[{Collective::kAllreduce, {2, 1}}] = {
      {Bytes{3}, Seconds(1)}, {Bytes{100}, Seconds(5)}, {Bytes{1 << 20}, Seconds(2)}};
  options.called[{Collective::kAllreduce, {4, 1}}] = {{Bytes{7}, Seconds(3)}};
  return options;
}

// flat and chain meet at 64000 bytes, between two of the called sizes. A search without calls would
// look for that.
TEST(Search, AsksForWhatIsCalledAloneTheMostTimeFirst) {
  const PowerPredictor truth({{"flat", {32e-3, 0}}, {"chain", {0.5e-6, 1}}});
  Search search(OptionsForCalls(), truth);
  std::vector<std::pair<int, std::int64_t>> asked;
  for (const Question& question : AskAll(search, truth)) {
    EXPECT_EQ(question.collective, Collective::kAllreduce);
    asked.emplace_back(question.ranks, question.bytes.count);
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
  SearchOptions options = Options();
  options.collectives = {Collective::kBcast};
  options.layouts = {{16, 1}};
  options.kinds_of_roots = kinds;
  Search search(options, truth);
  AskAll(search, truth);
  EXPECT_GT(search.spending().given, Seconds(0));
  return search.spending().roots;
}

TEST(Search, GivesRootsMoreTimeWhereTheyAreOfMoreKinds) {
  EXPECT_GT(TimeWithRoots(4), 1.3 * TimeWithRoots(1));
}

/// With root 0 flat takes 1 s for each rank, and chain 1.2 s with any root; from root 3 on chain is
/// better. The model expects all roots to be alike. With root r star is faster than the model
/// expects: 1.201 s with root 3, 1.15 s with root 9.
SearchOptions OptionsOfUnlikeRoots() {
  SearchOptions options = Options();
  options.collectives = {Collective::kBcast};
  options.layouts = {{16, 1}};
  options.sizes = {Bytes{8}, Bytes{1024}};  // too few for the model to be trusted
  options.kinds_of_roots = 16;
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
  Search search(OptionsOfUnlikeRoots(), kModelOfRoots);
  AskAll(search, kTruthOfRoots);
  std::map<Rank, std::pair<RootSet, std::string>> choices;
  for (const CostCurve& line : search.lines()) {
    if (line.roots().empty()) continue;
    const Bytes bytes = line.measured().begin()->first;
    choices[line.roots().front().first] = {line.roots(), search.DecisionAt(line, bytes).choice};
  }
  EXPECT_THAT(choices, ElementsAre(Pair(3, Pair(ElementsAre(Roots{3, 5}), "chain")),
                                   Pair(6, Pair(ElementsAre(Roots{6, 8}), "star")),
                                   Pair(9, Pair(ElementsAre(Roots{9, 11}), "star")),
                                   Pair(12, Pair(ElementsAre(Roots{12, 15}), "star"))));
}

TEST(Search, HoldsRootsAgainstEachOtherOnceWhereTheyWantTheSame) {
  Search search(OptionsOfUnlikeRoots(), kModelOfRoots);
  AskAll(search, kModelOfRoots);
  std::vector<RootSet> roots;
  for (const CostCurve& line : search.lines()) roots.push_back(line.roots());
  EXPECT_THAT(roots, ElementsAre(IsEmpty(), ElementsAre(Roots{3, 8}), ElementsAre(Roots{9, 15})));
}

// Each root has a row whenever the search ends.
TEST(Search, LeavesRootsTogetherUntilBothHalvesAreMeasured) {
  Search search(OptionsOfUnlikeRoots(), kModelOfRoots);
  int times = 0;
  while (const auto question = search.Next()) {
    if (search.lines().size() == 3 && !search.HasBegun(search.lines()[2])) {
      EXPECT_THAT(search.lines()[1].roots(), ElementsAre(Roots{3, 15}));
      ++times;
    }
    search.Learn(*question, AnswerOf(*question, kModelOfRoots));
  }
  EXPECT_GE(times, 2);
  EXPECT_THAT(search.lines()[1].roots(), ElementsAre(Roots{3, 8}));
}

TEST(Search, LeavesRootsTogetherWhereTheSecondHalfHasNoAnswer) {
  Search search(OptionsOfUnlikeRoots(), kModelOfRoots);
  while (const auto question = search.Next()) {
    search.Learn(*question, question->root == 9 ? Answer() : AnswerOf(*question, kModelOfRoots));
  }
  EXPECT_THAT(search.lines()[1].roots(), ElementsAre(Roots{3, 15}));
}

/// With root r flat takes 1 + 0.05 r s for each rank and chain 1.12 s. The model expects no
/// difference.
const PowerPredictor kModelOfLikeRoots({{"flat", {1, 0}}, {"chain", {1.12, 0}}});
const PowerPredictor kTruthOfLikeRoots({{"flat", {1, 0, 0.05}}, {"chain", {1.12, 0}}});

// Root 8 decides for chain and root 0 does not; nor does 2, but 4 does. 12 and 6 decide like 8 and
// 4.
TEST(Search, DoubtsRootsThatAreExpectedToBeLikeTheFirstWhereThatIsAsked) {
  SearchOptions options = OptionsOfUnlikeRoots();
  const auto roots = [&] {
    Search search(options, kModelOfLikeRoots);
    AskAll(search, kTruthOfLikeRoots);
    std::set<std::pair<RootSet, std::string>> choices;
    for (const CostCurve& line : search.lines()) {
      const Bytes bytes = line.measured().begin()->first;
      choices.insert({search.RootsOf(line), search.DecisionAt(line, bytes).choice});
    }
    return choices;
  };
  EXPECT_THAT(roots(), ElementsAre(Pair(ElementsAre(Roots{0, 15}), "flat")));
  options.doubts_roots = true;
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
  Search search(Options(), model);
  AskAll(search, truth);
  const CostCurve& line = search.lines().front();
  std::set<std::int64_t> measured;
  for (const auto& [bytes, point] : line.measured()) measured.insert(bytes.count);
  // 4e-6 * 5.66^1.2 = 32e-6: between 4 and 8.
  EXPECT_THAT(measured, Contains(4));
  EXPECT_THAT(measured, Contains(8));
}

// Between chain at 16 bytes and flat at 256 (both anchors) a third is faster at 64: 40 us.
TEST(Search, FindsAThirdBetweenTwoThatChange) {
  auto powers = kPredicted;
  powers["tree"] = {2.5e-6, 0.5};  // 5e-6 * sqrt(bytes): at 16 as chain is, 20 us; at 256 80 us
  const PowerPredictor truth(powers);
  Search search(Options(), truth);
  AskAll(search, truth);
  const CostCurve& line = search.lines().front();
  EXPECT_TRUE(line.Find(Bytes{32}, "tree") || line.Find(Bytes{64}, "tree") ||
              line.Find(Bytes{128}, "tree"));
}

TEST(Search, AsksTheSameAgain) {
  const PowerPredictor truth(kPredicted);
  Search first(Options(), truth);
  Search second(Options(), truth);
  EXPECT_EQ(AskAll(first, truth), AskAll(second, truth));
}

TEST(Search, EndsWithItsBudgetAndSaysWhatIsUncertain) {
  const PowerPredictor truth(kPredicted);
  SearchOptions options = Options();
  options.budget = Seconds(1e-9);
  Search search(options, truth);
  EXPECT_EQ(AskAll(search, truth).size(), 1u);
  EXPECT_FALSE(search.Doubts().empty());
  EXPECT_GT(search.Doubts().front().regret, 0);
}

TEST(Search, DoesNotAskTwiceWhatHasNoAnswer) {
  const PowerPredictor truth(kPredicted);
  Search search(Options(), truth);
  std::set<Bytes> asked;
  while (const auto question = search.Next()) {
    ASSERT_TRUE(asked.insert(question->bytes).second) << question->bytes.count;
    search.Learn(*question, {});
  }
  EXPECT_TRUE(search.lines().front().measured().empty());
}

TEST(Search, AsksForWhatAnAnswerAsideLeftOut) {
  const PowerPredictor truth(kPredicted);
  Search search(Options(), truth);
  // At an anchor, and between them.
  for (const Bytes bytes : {Bytes{1}, Bytes{2}}) {
    const Question aside{Collective::kAllreduce, 2, 1, bytes, 0, {"library", "flat"}};
    search.LearnAside(aside, AnswerOf(aside, truth));
  }
  AskAll(search, truth);
  EXPECT_NE(search.lines().front().Find(Bytes{1}, "chain"), nullptr);
  EXPECT_NE(search.lines().front().Find(Bytes{2}, "chain"), nullptr);
}

/// The choice at 2048 bytes, which is no anchor. The library takes `elsewhere` times as long as
/// flat, but hardly any time at 2048 bytes.
std::string ChoiceWhereTheLibraryIsFast(double elsewhere) {
  const PowerPredictor truth(kPredicted);
  Search search(Options(), truth);
  while (const auto question = search.Next()) {
    Answer answer = AnswerOf(*question, truth);
    for (Candidate& timing : answer.timings) {
      if (timing.choice != kLibrary) continue;
      const bool is_fast = question->bytes == Bytes{2048};
      timing = Exactly(timing.choice, is_fast ? Seconds(1e-6) : timing.median * elsewhere / 10);
    }
    search.Learn(*question, answer);
  }
  const CostCurve& line = search.lines().front();
  EXPECT_EQ(search.DecisionAt(line, Bytes{4096}).choice, "flat");
  return line.measured().contains(Bytes{2048}) ? search.DecisionAt(line, Bytes{2048}).choice
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
  SearchOptions options = Options();
  options.layouts = {{4, 1}, {8, 1}};
  options.between = {{{6, 1}, {4, 1}, {8, 1}}};
  Search search(options, truth);
  while (const auto question = search.Next()) {
    Answer answer = AnswerOf(*question, truth);
    for (Candidate& timing : answer.timings) {
      if (timing.choice == kLibrary) timing = Exactly(timing.choice, timing.median * 0.15);
    }
    search.Learn(*question, answer);
  }
  EXPECT_EQ(search.lines()[0].measured().size(), options.sizes.size());
  EXPECT_EQ(search.lines()[1].measured().size(), options.sizes.size());
  EXPECT_EQ(search.lines()[2].measured().size(), 3u) << "1, 256 and 65536 bytes";
}

/// The library takes 640 us, chain at most that up to 640 bytes, and hopeless 0.2 s.
TEST(Search, ComparesThoseThatHaveNotLostWhereRanksDoNotKnowSizes) {
  const PowerPredictor truth(kPredicted);
  SearchOptions options = Options();
  options.collectives = {Collective::kAlltoallv};
  Search search(options, truth);
  for (const Question& question : AskAll(search, truth)) {
    const bool is_first = question.bytes == Bytes{1};
    EXPECT_EQ(std::ranges::count(question.choices, "hopeless"), is_first);
    EXPECT_THAT(question.choices, Contains("flat"));
    const bool is_last = question.bytes == Bytes{65536};
    EXPECT_EQ(std::ranges::count(question.choices, "chain"), !is_last);
  }
}

TEST(Search, IsSettledWhereOnlyTheLibraryIsLeftForAllSizes) {
  const PowerPredictor truth(
      std::map<std::string, Power>{{"flat", {32e-6, 0}}, {"hopeless", {0.1, 0}}});
  const PowerPredictor model(std::map<std::string, Power>{{"hopeless", {0.1, 0}}});
  SearchOptions options = Options();
  options.collectives = {Collective::kAlltoallv};
  Search search(options, model);
  EXPECT_EQ(AskAll(search, truth).size(), 1u);
  EXPECT_TRUE(search.HasBegun(search.lines().front()));
}

TEST(Search, TriesTheLibrarysOwnAlgorithmsUntilTheyAreSlow) {
  const PowerPredictor truth({{"flat", {32e-6, 0}}, {"mpich:nb", {32e-3, 0}}});
  const PowerPredictor model(std::map<std::string, Power>{{"flat", {32e-6, 0}}});
  SearchOptions options = Options();
  options.natives[Collective::kAllreduce] = {"mpich:nb"};
  Search search(options, model);
  const auto asked = AskAll(search, truth);
  EXPECT_THAT(asked.front().choices, Contains("mpich:nb"));
}

/// Like AnswerOf, but chain fails at 64 bytes and more.
Answer FailingAnswerOf(const Question& question, const PowerPredictor& truth) {
  Answer answer = AnswerOf(question, truth);
  for (Candidate& timing : answer.timings) {
    if (timing.choice != "chain" || question.bytes < Bytes{64}) continue;
    timing = {timing.choice, 0, {}, {}, {}, std::nullopt, std::nullopt, "wrong result on rank 1"};
  }
  return answer;
}

TEST(Search, LeavesOutWhatFailedAtAllSizesAndOnThatLayoutAlone) {
  // chain would be the best at small sizes, at which it does not fail.
  const PowerPredictor truth({{"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}});
  SearchOptions options = Options();
  options.kind = SearchKind::kExhaustive;
  options.layouts = {{2, 1}, {4, 1}};
  Search search(options, truth);
  bool has_failed = false;
  while (const auto question = search.Next()) {
    const bool fails = question->ranks == 2;
    const bool asks = std::ranges::count(question->choices, "chain") > 0;
    EXPECT_EQ(asks, !fails || !has_failed) << question->bytes.count;
    search.Learn(*question, fails ? FailingAnswerOf(*question, truth) : AnswerOf(*question, truth));
    has_failed |= fails && question->bytes >= Bytes{64};
  }
  ASSERT_TRUE(has_failed);
  for (const CostCurve& line : search.lines()) {
    const Decision small = search.DecisionAt(line, Bytes{1});
    EXPECT_EQ(small.choice, line.layout().ranks == 2 ? "flat" : "chain");
    EXPECT_EQ(small.evidence.Find("chain") != nullptr, line.layout().ranks == 4);
    EXPECT_EQ(small.evidence.reason.ends_with("; chain is left out: wrong result on rank 1"),
              line.layout().ranks == 2)
        << small.evidence.reason;
  }
  EXPECT_EQ(FailuresText(search.failures()),
            "left out: allreduce:chain on 2 ranks, 1 per node: failed: wrong result on rank 1\n");
}

TEST(SizesOf, EndWithTheLargestThatFits) {
  SearchOptions options = Options();
  options.memory = Bytes{1000};
  // Blocks of 8 ranks: 125 bytes fit, 120 are whole doubles.
  EXPECT_THAT(SizesOf(options, Collective::kAlltoall, {8, 1}),
              ElementsAre(Bytes{1}, Bytes{2}, Bytes{4}, Bytes{8}, Bytes{16}, Bytes{32}, Bytes{64},
                          Bytes{120}));
  EXPECT_THAT(SizesOf(options, Collective::kBarrier, {8, 1}), ElementsAre(Bytes{0}));
}

TEST(ModelError, IsWhatNineInTenStayBelow) {
  ModelError error;
  const double unknown = error.Level();
  EXPECT_GT(unknown, 0.1);
  // 64 errors are kept, 57 of 0 and 7 of 10 to 70 %: index 56 of 0..63 is the 90th percentile, 61
  // the 98th.
  for (int i = 0; i < 100; ++i) error.Add(Seconds(1), Seconds(1));
  for (int i = 1; i <= 7; ++i) error.Add(Seconds(1), Seconds(1 + 0.1 * i));
  EXPECT_NEAR(error.Level(), 0.005, 1e-9) << "no better than half a percent is believed";
  EXPECT_NEAR(error.Slack(), 1.5 * 1.5 * std::exp(0.005), 1e-9);
}

}  // namespace
}  // namespace colltune::tune
