#include "tuner/session/run_trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "algorithms/registry.h"
#include "measure/network/repetition_limits.h"
#include "tests/profiles/temporary_folder.h"
#include "tests/tuner/journal_lines.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"
#include "tuner/decide/compile.h"
#include "tuner/decide/replication.h"

namespace colltune::tune {
namespace {

using testing::Each;
using testing::Field;
using testing::IsEmpty;
using testing::IsTrue;
using testing::Not;
using testing::SizeIs;

// On 2 ranks flat takes 64 us and chain 1 us a byte; the library takes twice as long as flat.
const PowerPredictor kTruth(std::map<std::string, Power>{{"flat", {32e-6, 0}},
                                                         {"chain", {0.5e-6, 1}}});

struct Stop : std::runtime_error {
  Stop() : std::runtime_error("interrupted") {}
};

/// Successive runs of the program that share a journal.
class RunTrialsTest : public testing::Test {
 protected:
  struct Run {
    std::vector<Trial> asked;
    DecisionTable table;
    ReplicationSummary summary;
    bool all = true;
    Seconds took{};

    double Spent() const {
      std::size_t candidates = 0;
      for (const Trial& trial : asked) candidates += trial.choices.size();
      return static_cast<double>(candidates);
    }
  };

  /// Starts a run, which is interrupted after `stop_after` trials.
  Run Start(RunOptions options, std::size_t stop_after = 1000) {
    SearchSetup search_options;
    search_options.collectives = {Collective::kAllreduce};
    search_options.layouts = {{2, 1}};
    for (std::int64_t bytes = 1; bytes <= 4096; bytes *= 2) {
      search_options.sizes.push_back(Bytes{bytes});
    }
    JournaledExecutor executor(path_, ++runs_ > 1, OwnerByHand(), Seconds(60),
                               [](const auto&...) {});
    executor.journal().AppendRun("now", "colltune tune");
    Searching search(search_options, kTruth);
    Run run;
    if (trial_) {
      search.planner.LearnAside(*trial_, executor.Run(*trial_, ResultOf));
    }
    try {
      Replay(executor.journal().known(), search.planner, SilentProgress());
      run.all = RunTrials(options, search.planner, executor, [&](const Trial& trial, Seconds most) {
        if (run.asked.size() == stop_after) throw Stop();
        run.asked.push_back(trial);
        TrialResult result = ResultOf(trial);
        if (run.asked.size() > slow_after_) SlowDown(result, most);
        run.took += result.spent;
        return result;
      });
    } catch (const Stop&) {
    }
    const Confirmations confirmations = ConfirmationsIn(executor.journal().known().entries());
    run.table = Compile(search.measurements,
                        {.confirmations = options.replicates ? &confirmations : nullptr});
    run.summary = Summarise(search.measurements, confirmations);
    return run;
  }

  static TrialResult ResultOf(const Trial& trial) {
    TrialResult result;
    for (const ChoiceId choice : trial.choices) {
      const Problem problem = trial.problem;
      result.timings.push_back(Exactly(choice, choice == kLibrary
                                                   ? 2 * *kTruth.Predict("flat", problem)
                                                   : *kTruth.Predict(choice, problem)));
    }
    result.spent = Seconds(static_cast<double>(trial.choices.size()));
    return result;
  }

  /// Makes a result take a hundred times as long, or cuts it short, as on a machine that has
  /// become busy.
  static void SlowDown(TrialResult& result, Seconds most) {
    result.spent *= 100;
    if (result.spent <= most) return;
    result.spent = most;
    result.cut_short = true;
    for (Candidate& timing : result.timings) {
      timing.samples = 1;
      timing.low = Seconds(0);
      timing.high = Seconds(HUGE_VAL);
    }
  }

  static bool ChoosesOnlyLibrary(const DecisionTable& table) {
    for (const Row& row : table.rows) {
      for (const Rule& rule : row.rules) {
        if (rule.choice != kLibrary) return false;
      }
    }
    return true;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "journal";
  int runs_ = 0;
  std::optional<Trial> trial_;     ///< asked by a run before all else
  std::size_t slow_after_ = 1000;  ///< trials of a run: see SlowDown
};

const auto kAllConfirm = Each(Field(&Trial::replicates, IsTrue()));

TEST_F(RunTrialsTest, ConfirmsInTheSecondRun) {
  const Run first = Start({});
  EXPECT_THAT(first.asked, Each(Field(&Trial::replicates, Not(IsTrue()))));
  EXPECT_TRUE(ChoosesOnlyLibrary(first.table));
  EXPECT_GT(first.summary.waiting, 3);

  const Run second = Start({.searches = false});
  EXPECT_THAT(second.asked, SizeIs(first.summary.waiting));
  EXPECT_THAT(second.asked, kAllConfirm);
  EXPECT_THAT(second.asked, Each(Field(&Trial::choices, SizeIs(2))));
  EXPECT_EQ(second.summary.waiting, 0);
  EXPECT_EQ(second.summary.confirmed, first.summary.waiting);
  EXPECT_EQ(second.table.rows.front().Find(Bytes{8})->choice, "chain");
  EXPECT_EQ(second.table.rows.front().Find(Bytes{4096})->choice, "flat");
  EXPECT_TRUE(second.all);

  EXPECT_THAT(Start({.searches = false}).asked, IsEmpty()) << "nothing is confirmed twice";
}

TEST_F(RunTrialsTest, LooksAsOftenAsIsAskedFor) {
  const auto decided = static_cast<std::size_t>(Start({}).summary.waiting);
  for (const std::size_t expected : {decided, decided, std::size_t{0}}) {
    EXPECT_THAT(Start({.confirmations = 2, .searches = false}).asked, SizeIs(expected));
  }
}

TEST_F(RunTrialsTest, NeedsNoSecondRunWhereTheMachineRepeatsItself) {
  const Run only = Start({.replicates = false});
  EXPECT_FALSE(ChoosesOnlyLibrary(only.table));
  EXPECT_THAT(Start({.replicates = false}).asked, IsEmpty());
}

// A run is interrupted in its search. The next run confirms the decisions it finds, and goes on.
TEST_F(RunTrialsTest, ConfirmsBeforeItGoesOn) {
  const Run whole = Start({});
  const std::size_t all = whole.asked.size();
  std::filesystem::remove(path_);
  runs_ = 0;

  const Run first = Start({}, all - 2);
  const Run second = Start({});
  ASSERT_THAT(second.asked, SizeIs(static_cast<std::size_t>(first.summary.waiting) + 2));
  for (std::size_t i = 0; i < second.asked.size(); ++i) {
    EXPECT_EQ(second.asked[i].replicates, i + 2 < second.asked.size()) << i;
  }
  EXPECT_GT(second.summary.waiting, 0) << "what the second run decided waits for a third";
  const Run third = Start({});
  EXPECT_THAT(third.asked, SizeIs(second.summary.waiting));
  EXPECT_THAT(third.asked, kAllConfirm);
  EXPECT_EQ(third.summary.waiting, 0);
}

TEST_F(RunTrialsTest, DoesNotConfirmWhatTheSameRunHasMeasured) {
  trial_ = Trial{{Collective::kAllreduce, {2, 1}, Bytes{8}, 0}, {"library", "chain"}};
  EXPECT_THAT(Start({.searches = false}).asked, IsEmpty());
  EXPECT_THAT(Start({.searches = false}).asked, SizeIs(1));
}

TEST_F(RunTrialsTest, GoesOnWithAnInterruptedConfirmation) {
  const Run first = Start({});
  const Run second = Start({.searches = false}, 2);
  EXPECT_EQ(second.summary.confirmed, 2);
  EXPECT_EQ(second.summary.waiting, first.summary.waiting - 2);
  const Run third = Start({.searches = false});
  EXPECT_THAT(third.asked, SizeIs(second.summary.waiting));
  EXPECT_EQ(third.summary.waiting, 0);
}

// A trial costs a second for each candidate, so at most three.
TEST_F(RunTrialsTest, KeepsAShareOfTheBudgetToConfirm) {
  constexpr double kMost = 3;
  const double all = Start({}).Spent();
  for (const double budget : {all / 2, 8.0}) {
    std::filesystem::remove(path_);
    runs_ = 0;
    const Run first = Start({.budget = Seconds(budget)});
    EXPECT_GE(first.Spent(), 0.75 * budget);
    EXPECT_LT(first.Spent(), 0.75 * budget + kMost);
    const Run second = Start({.budget = Seconds(budget), .searches = false});
    EXPECT_GT(second.Spent(), 0);
    EXPECT_LT(second.Spent(), 0.25 * budget + 2);
    EXPECT_EQ(second.all, second.summary.waiting == 0);
  }
}

// Three quarters of 20 s are for the search: two trials of 2 s or 3 s, and one that would take 200
// s or more, and is ended after a fiftieth of the budget. The rest is left to confirm, by trials
// that would take 200 s.
TEST_F(RunTrialsTest, KeepsWithinTheBudgetWhereQuestionsTakeLongSuddenly) {
  slow_after_ = 2;
  const Run first = Start({.budget = Seconds(20)});
  EXPECT_THAT(first.asked, SizeIs(3));
  EXPECT_LE(first.took.count(), 2 * 3 + 20.0 / 50);
  EXPECT_GT(first.summary.waiting, 0);
  slow_after_ = 0;
  const Run second = Start({.budget = Seconds(20), .searches = false});
  EXPECT_THAT(second.asked, SizeIs(1));
  EXPECT_DOUBLE_EQ(first.took.count() + second.took.count(), 20);
  EXPECT_FALSE(second.all);
  EXPECT_EQ(second.summary.waiting, first.summary.waiting) << "too little to refute anything";
  EXPECT_THAT(Start({.budget = Seconds(20)}).asked, IsEmpty());
}

// A fiftieth of 10 s each.
TEST_F(RunTrialsTest, GoesOnAfterATrialThatTakesTooLong) {
  SearchSetup search_options;
  search_options.collectives = {Collective::kAllreduce};
  search_options.layouts = {{2, 1}};
  search_options.sizes = {Bytes{8}, Bytes{64}};
  JournaledExecutor executor(path_, false, OwnerByHand(), Seconds(60), [](const auto&...) {});
  Searching search(search_options, kTruth);
  int asked = 0;
  EXPECT_TRUE(RunTrials({.budget = Seconds(10)}, search.planner, executor,
                        [&](const Trial&, Seconds most) -> TrialResult {
                          ++asked;
                          EXPECT_DOUBLE_EQ(most.count(), 0.2);
                          throw OutOfTime();
                        }));
  EXPECT_GT(asked, 1);
  EXPECT_THAT(executor.journal().known().entries(), IsEmpty()) << "another run may ask it";
}

// Half of three quarters of 80 s is for model trials.
TEST(ModelTrialLimit, IsAPartOfTheBudget) {
  const RunOptions options{.budget = Seconds(80)};
  EXPECT_EQ(ModelTrialLimit(options, Seconds(0), 3), Seconds(10));
  EXPECT_EQ(ModelTrialLimit(options, Seconds(1), 2), Seconds(14.5))
      << "the first one has left some";
  EXPECT_EQ(ModelTrialLimit(options, Seconds(30), 1), Seconds(0));
  EXPECT_LT(ModelTrialLimit(options, Seconds(31), 1), Seconds(0));
  EXPECT_EQ(ModelTrialLimit({.budget = Seconds(80), .replicates = false}, Seconds(0), 1),
            Seconds(40));
  EXPECT_EQ(ModelTrialLimit({}, Seconds(1e6), 1), measure::kUnlimited);
}

TEST_F(RunTrialsTest, SaysThatTheBudgetDidNotSuffice) {
  Start({});
  const Run second = Start({.budget = Seconds(5), .searches = false});
  EXPECT_THAT(second.asked, SizeIs(1)) << "a quarter of 5 s is kept, and a question takes 2 s";
  EXPECT_FALSE(second.all);
}

}  // namespace
}  // namespace colltune::tune
