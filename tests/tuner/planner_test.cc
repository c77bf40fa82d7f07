#include "tuner/search/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"
#include "tuner/search/judgement.h"
#include "tuner/search/outlook.h"

namespace colltune::tune {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

// On r ranks: flat r * 32 us + 0, chain r * 0.5 us for each byte, so they meet at 64 bytes.
// hopeless is never near either.
const std::map<std::string, Power> kPredicted = {
    {"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}, {"hopeless", {0.1, 0}}};

/// Allreduce on 2 to 32 ranks, 1 byte to 64 KiB.
SearchSetup Options() {
  SearchSetup options;
  options.collectives = {Collective::kAllreduce};
  for (int ranks = 2; ranks <= 32; ++ranks) options.layouts.push_back({ranks, 1});
  for (std::int64_t bytes = 1; bytes <= 65536; bytes *= 2) options.sizes.push_back(Bytes{bytes});
  return options;
}

/// One layout alone.
SearchSetup OnTwoRanks() {
  SearchSetup options = Options();
  options.layouts = {{2, 1}};
  return options;
}

/// The library takes that many times as long as flat.
using Library = std::function<double(const Problem&)>;
const Library kTenTimes = [](const Problem&) { return 10; };

/// Returns a result with exactly the times of `truth`.
TrialResult ResultOf(const Trial& trial, const PowerPredictor& truth,
                     const Library& library = kTenTimes) {
  TrialResult result;
  for (const ChoiceId choice : trial.choices) {
    const Problem& problem = trial.problem;
    const Seconds time = choice == kLibrary ? library(problem) * *truth.Predict("flat", problem)
                                            : *truth.Predict(choice, problem);
    result.timings.push_back(Exactly(choice, time));
    result.spent += 10 * time;
  }
  return result;
}

std::vector<Trial> AskAll(Searching& search, const PowerPredictor& truth,
                          const Library& library = kTenTimes) {
  std::vector<Trial> asked;
  while (const auto trial = search.planner.Next()) {
    asked.push_back(*trial);
    search.planner.Learn(*trial, ResultOf(*trial, truth, library));
    EXPECT_LT(asked.size(), 3000u) << "never ends";
    if (asked.size() == 3000) break;
  }
  return asked;
}

/// Returns the mean regret of the decisions at all problems, of the library and all candidates.
double MeanRegret(const Searching& search, const PowerPredictor& truth,
                  const Library& library = kTenTimes) {
  double sum = 0;
  int count = 0;
  const SearchSpace& space = search.measurements.space();
  for (const Layout& layout : space.layouts) {
    for (const Bytes bytes : space.sizes) {
      const Problem problem{space.collectives.front(), layout, bytes, 0};
      const auto time = [&](ChoiceId choice) {
        return choice == kLibrary ? library(problem) * *truth.Predict("flat", problem)
                                  : *truth.Predict(choice, problem);
      };
      Seconds best = time(kLibrary);
      for (const ChoiceId choice : truth.Candidates(problem)) best = std::min(best, time(choice));
      sum += time(Judge(search.measurements, problem).decision.choice) / best - 1;
      ++count;
    }
  }
  return sum / count;
}

TEST(Planner, AsksAFractionWhereTheModelIsRight) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.plan.regret = 0.01;
  Searching race(options, truth);
  const auto few = AskAll(race, truth);
  EXPECT_LT(few.size() - kLeastResiduals, 527u / 8) << "of 31 layouts and 17 sizes";
  EXPECT_LT(MeanRegret(race, truth), 0.01);
  for (const Trial& trial : few) {
    EXPECT_THAT(trial.choices, Contains("library"));
    EXPECT_THAT(trial.choices, Not(Contains("hopeless")));
  }
  options.plan.kind = SearchKind::kExhaustive;
  Searching exhaustive(options, truth);
  const auto all = AskAll(exhaustive, truth);
  EXPECT_EQ(all.size(), 527u);
  for (const Trial& trial : all) EXPECT_EQ(trial.choices.size(), 4u);
  EXPECT_GT(exhaustive.planner.spent(), 20 * race.planner.spent());
}

// The library is slower than flat below 17 ranks, and faster from 17 on.
TEST(Planner, FindsWhereTheLibraryChanges) {
  const PowerPredictor truth(kPredicted);
  const Library library = [](const Problem& problem) {
    return problem.layout.ranks < 17 ? 3 : 0.5;
  };
  SearchSetup options = Options();
  options.plan.regret = 0.01;
  Searching search(options, truth);
  AskAll(search, truth, library);
  EXPECT_LT(MeanRegret(search, truth, library), 0.03);
  EXPECT_LT(search.planner.trials(), 527 / 2);
}

/// Changes at random: no regret is left only where most problems were measured.
const Library kErratic = [](const Problem& problem) {
  return (problem.layout.ranks * std::int64_t{7919} + problem.bytes.count) % 5 < 2 ? 0.3 : 4;
};

/// Notes the problems of which anything is predicted.
class NotingPredictor final : public Predictor {
 public:
  explicit NotingPredictor(const PowerPredictor& truth) : truth_(truth) {}

  std::vector<ChoiceId> Candidates(const Problem& problem) const override {
    predicted_.insert(problem);
    return truth_.Candidates(problem);
  }
  std::vector<ChoiceId> Distinct(const Problem& problem,
                                 const std::vector<ChoiceId>& choices) const override {
    return truth_.Distinct(problem, choices);
  }
  std::optional<Seconds> Predict(ChoiceId choice, const Problem& problem) const override {
    predicted_.insert(problem);
    return truth_.Predict(choice, problem);
  }
  std::size_t predicted() const { return predicted_.size(); }

 private:
  const PowerPredictor& truth_;
  mutable std::set<Problem> predicted_;
};

// Each trial lets the planner consider several finer problems, most of which never come up.
TEST(Planner, PredictsFewMoreProblemsThanItAsksFor) {
  const PowerPredictor truth(kPredicted);
  const NotingPredictor noting(truth);
  Searching search(Options(), noting);
  constexpr std::size_t kTrials = 40;
  for (std::size_t i = 0; i < kTrials; ++i) {
    const auto trial = search.planner.Next();
    search.planner.Learn(*trial, ResultOf(*trial, truth, kErratic));
  }
  EXPECT_LE(noting.predicted(), 5 * kTrials / 2);
}

/// Returns the largest regret that is expected of a problem after a search for `regret`, and that a
/// trial could lower. What calibrates was measured.
double LargestLeft(double regret, const Library& library) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.plan.regret = regret;
  Searching search(options, truth);
  AskAll(search, truth, library);
  const Collective collective = options.collectives.front();
  search.measurements.Calibrate(collective);
  double most = 0;
  for (const Layout& layout : options.layouts) {
    for (const Bytes bytes : options.sizes) {
      const Problem problem{collective, layout, bytes, 0};
      if (search.measurements.held_out().contains(problem)) continue;
      const Outlook outlook =
          OutlookAt(search.measurements, problem, WorthOf(regret), Breadth::kNear);
      if (!outlook.choices.empty()) most = std::max(most, std::expm1(outlook.regret));
    }
  }
  return most;
}

// The last results may tell of errors that the calibration before them did not know.
TEST(Planner, EndsWithNoLargeRegretThatATrialCouldLower) {
  for (const double regret : {0.03, 0.1, 0.3}) {
    EXPECT_LE(LargestLeft(regret, kErratic), 0.5) << regret;
  }
}

// The mean is small where few problems have a large regret.
TEST(Planner, EndsWithNoLargeRegretOfFewProblems) {
  const Library library = [](const Problem& problem) {
    return problem.layout.ranks < 24 ? 1.0 : kErratic(problem);
  };
  for (const double regret : {0.03, 0.1, 0.3}) {
    EXPECT_LE(LargestLeft(regret, library), 0.5) << regret;
  }
}

// To the end, there is no regret that a trial could save.
TEST(Planner, LeavesNoRegretWithoutALimit) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  AskAll(search, truth, kErratic);
  EXPECT_LT(MeanRegret(search, truth, kErratic), 0.02);
}

TEST(Planner, ExpectsLessRegretWithTime) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  EXPECT_NEAR(search.planner.ExpectedRegret(), 0.5, 1e-9) << "nothing is known";
  for (int i = 0; i < 30; ++i) {
    const auto trial = search.planner.Next();
    ASSERT_TRUE(trial);
    search.planner.Learn(*trial, ResultOf(*trial, truth));
  }
  EXPECT_LT(search.planner.ExpectedRegret(), 0.1);
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

TEST(Planner, AsksForWhatIsCalledAlone) {
  const PowerPredictor truth(std::map<std::string, Power>{{"flat", {32e-3, 0}}});
  Searching search(OptionsForCalls(), truth);
  std::vector<std::pair<int, std::int64_t>> asked;
  for (const Trial& trial : AskAll(search, truth, [](const Problem&) { return 1.03; })) {
    EXPECT_EQ(trial.problem.collective, Collective::kAllreduce);
    asked.emplace_back(trial.problem.layout.ranks, trial.problem.bytes.count);
  }
  for (const auto& [ranks, bytes] : asked) {
    const bool is_called = ranks == 4 ? bytes == 7 : bytes == 3 || bytes == 100 || bytes == 1 << 20;
    EXPECT_TRUE(is_called) << ranks << " ranks, " << bytes << " bytes";
  }
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.front(), std::pair(2, std::int64_t{100})) << "takes the most time";
}

// A size whose trials take 1000 times as long comes after one whose trials save as much.
TEST(Planner, BuysRegretWhereItCostsTheLeast) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.sizes = {Bytes{1}, Bytes{65536}};
  Searching search(options, truth);
  const std::vector<Trial> asked = AskAll(search, truth);
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.front().problem.bytes, Bytes{1});
}

TEST(Planner, AsksTheSameAgain) {
  const PowerPredictor truth(kPredicted);
  Searching first(Options(), truth);
  Searching second(Options(), truth);
  EXPECT_EQ(AskAll(first, truth), AskAll(second, truth));
}

// A resumed search asks once more than an uninterrupted one: at the end of its replay.
TEST(Planner, AsksTheSameUntilItLearns) {
  const PowerPredictor truth(kPredicted);
  Searching once(Options(), truth);
  Searching twice(Options(), truth);
  while (const auto trial = once.planner.Next()) {
    ASSERT_EQ(twice.planner.Next(), trial);
    ASSERT_EQ(twice.planner.Next(), trial);
    for (Searching* search : {&once, &twice}) {
      search->planner.Learn(*trial, ResultOf(*trial, truth, kErratic));
    }
  }
  EXPECT_FALSE(twice.planner.Next());
}

TEST(Planner, EndsWithItsBudgetAndSaysWhatIsUncertain) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.plan.budget = Seconds(1e-9);
  Searching search(options, truth);
  EXPECT_EQ(AskAll(search, truth).size(), 1u);
  ASSERT_FALSE(search.planner.Uncertainties().empty());
  EXPECT_GT(search.planner.Uncertainties().front().regret, 0);
}

TEST(Planner, AsksTwiceAtMostWhatHasNoAnswer) {
  const PowerPredictor truth(kPredicted);
  Searching search(OnTwoRanks(), truth);
  std::map<Bytes, int> asked;
  while (const auto trial = search.planner.Next()) {
    ASSERT_LE(++asked[trial->problem.bytes], 2) << trial->problem.bytes.count;
    search.planner.Learn(*trial, {});
  }
  EXPECT_TRUE(search.measurements.curves().front().measured().empty());
}

// A problem of one layout is considered before it is asked, and all finer ones before the end.
TEST(Planner, BeatsWhileItConsidersProblems) {
  const PowerPredictor truth(kPredicted);
  int beats = 0;
  SearchSetup options = OnTwoRanks();
  options.plan.regret = 0.01;
  options.plan.beat = [&] { ++beats; };
  Searching search(options, truth);
  ASSERT_TRUE(search.planner.Next());
  EXPECT_GT(beats, 0);
  AskAll(search, truth);
  EXPECT_GE(beats, 17) << "sizes";
}

TEST(Planner, AsksForWhatAnAnswerAsideLeftOut) {
  const PowerPredictor truth(kPredicted);
  Searching search(OnTwoRanks(), truth);
  const Trial aside{{Collective::kAllreduce, {2, 1}, Bytes{1}, 0}, {"library", "flat"}};
  search.planner.LearnAside(aside, ResultOf(aside, truth));
  AskAll(search, truth);
  EXPECT_NE(search.measurements.curves().front().Find(Bytes{1}, "chain"), nullptr);
}

// Without any sample of up to 10 ms: nothing that is predicted to take less is asked again. flat is
// predicted to take 1 ms on 32 ranks, chain 0.5 s at most.
TEST(Planner, DoesNotAskForWhatIsTooShortForTheClocks) {
  const PowerPredictor truth(kPredicted);
  SearchSetup options = Options();
  options.collectives = {Collective::kAllreduce, Collective::kBcast};
  Searching search(options, truth);
  int without = 0;
  std::map<Collective, int> asked;
  while (const auto trial = search.planner.Next()) {
    ASSERT_LT(++asked[trial->problem.collective], 3000);
    TrialResult result = ResultOf(*trial, truth);
    if (trial->problem.collective == Collective::kAllreduce) {
      for (Candidate& timing : result.timings) timing = {timing.choice, 0, {}, {}, {}, {}};
      ++without;
    }
    search.planner.Learn(*trial, result);
  }
  EXPECT_LE(without, 6) << "each at least four times as long as the one before";
  EXPECT_GT(asked[Collective::kBcast], 20);
}

// Samples of large sizes take the most time, so that they are asked late; unless each trial takes a
// second for each rank besides, whatever the size.
TEST(Planner, LearnsWhatTrialsTakeBesideTheirSamples) {
  const PowerPredictor truth(std::map<std::string, Power>{{"flat", {1e-6, 1}}});
  const Library varies = [](const Problem& problem) {
    return 1 + static_cast<double>(
                   (7 * std::int64_t{problem.layout.ranks} + 3 * problem.bytes.count) % 5);
  };
  SearchSetup options = Options();
  options.timing = TimingModel::kNoisy;
  const auto mean_doublings = [&](Seconds overhead) {
    Searching search(options, truth);
    constexpr int kTrials = 30;
    double sum = 0;
    for (int i = 0; i < kTrials; ++i) {
      const Trial trial = search.planner.Next().value();
      TrialResult result = ResultOf(trial, truth, varies);
      result.spent += trial.problem.layout.ranks * overhead;
      search.planner.Learn(trial, result);
      sum += std::log2(trial.problem.bytes.count);
    }
    return sum / kTrials;
  };
  EXPECT_GT(mean_doublings(Seconds(1)), mean_doublings(Seconds(0)) + 1);
}

// The model is right, so few trials are worth their time: the share allows for fewer calibrations
// than tell of the expectations.
TEST(Planner, CalibratesBeforeItEnds) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  const std::vector<Trial> asked = AskAll(search, truth);
  EXPECT_GT(search.planner.spending().calibration, Seconds(0));
  EXPECT_EQ(search.measurements.held_out().size(), kLeastResiduals);
  for (const Problem& problem : search.measurements.held_out()) {
    EXPECT_EQ(search.measurements.SurfaceOf(Collective::kAllreduce).Find(kLibrary, problem),
              nullptr)
        << "nothing is fitted to it";
  }
}

// A tuning that was killed measures the same exact samples again, but between them the ranks wait
// otherwise for each other.
TEST(Planner, AsksTheSameWhateverExactTrialsTookBesidesTheirSamples) {
  const PowerPredictor truth(kPredicted);
  const PowerPredictor model({{"flat", {16e-6, 0.3}}, {"chain", {2e-6, 0.6}}});
  const auto asked = [&](double most_besides) {
    std::mt19937_64 random;
    std::uniform_real_distribution<double> besides(0, most_besides);
    Searching search(Options(), model);
    std::vector<std::string> texts;
    while (const auto trial = search.planner.Next()) {
      texts.push_back(Pack(*trial));
      TrialResult result = ResultOf(*trial, truth);
      result.spent *= 1 + besides(random);
      search.planner.Learn(*trial, result);
    }
    return texts;
  };
  EXPECT_EQ(asked(0.1), asked(0));
}

// No model predicts native algorithms. mpich:rd is a little faster than chain; mpich:nb takes a
// thousand times as long as flat, and is tried at few problems.
TEST(Planner, TriesTheLibrarysOwnAlgorithmsUntilTheyAreSlow) {
  const PowerPredictor truth({{"flat", {32e-6, 0}},
                              {"chain", {0.5e-6, 1}},
                              {"mpich:nb", {32e-3, 0}},
                              {"mpich:rd", {0.4e-6, 1}}});
  const PowerPredictor model({{"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}});
  SearchSetup options = Options();
  options.natives[Collective::kAllreduce] = {"mpich:nb", "mpich:rd"};
  Searching search(options, model);
  const std::vector<Trial> asked = AskAll(search, truth);
  const auto with_slow = std::ranges::count_if(asked, [](const Trial& trial) {
    return std::ranges::count(trial.choices, ChoiceId("mpich:nb")) > 0;
  });
  EXPECT_LT(with_slow, static_cast<std::ptrdiff_t>(asked.size()) / 2);
  EXPECT_EQ(
      Judge(search.measurements, {Collective::kAllreduce, {7, 1}, Bytes{16}, 0}).decision.choice,
      "mpich:rd");
}

/// Like ResultOf, but chain fails on 2 ranks at 64 bytes and more.
TrialResult FailingResultOf(const Trial& trial, const PowerPredictor& truth) {
  TrialResult result = ResultOf(trial, truth);
  for (Candidate& timing : result.timings) {
    if (timing.choice != "chain" || trial.problem.layout.ranks != 2) continue;
    timing = {timing.choice, 0, {}, {}, {}, std::nullopt, std::nullopt, "wrong result on rank 1"};
  }
  return result;
}

TEST(Planner, LeavesOutWhatFailedAtAllSizesAndOnThatLayoutAlone) {
  const PowerPredictor truth(kPredicted);
  Searching search(Options(), truth);
  bool has_failed = false;
  for (int i = 0; i < 1000; ++i) {
    const auto trial = search.planner.Next();
    if (!trial) break;
    const bool tries = std::ranges::count(trial->choices, ChoiceId("chain")) > 0 &&
                       trial->problem.layout.ranks == 2;
    EXPECT_FALSE(tries && has_failed) << trial->problem.bytes.count;
    has_failed = has_failed || tries;
    search.planner.Learn(*trial, FailingResultOf(*trial, truth));
  }
  ASSERT_TRUE(has_failed);
  EXPECT_NE(
      Judge(search.measurements, {Collective::kAllreduce, {2, 1}, Bytes{8}, 0}).decision.choice,
      "chain");
  EXPECT_EQ(
      Judge(search.measurements, {Collective::kAllreduce, {3, 1}, Bytes{8}, 0}).decision.choice,
      "chain");
}

}  // namespace
}  // namespace colltune::tune
