// Trials of siblings, in virtual time on two nodes of eight cores: nodes are linked by 1.25 GB/s,
// and L = 10 us, o_s = o_r = 2 us.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "measure/clock/clock.h"
#include "tuner/experiments/experiments.h"
#include "tuner/problem/candidates.h"
#include "tuner/problem/problem_shape.h"

namespace colltune::tune {
namespace {

Job* job = nullptr;  // of this rank

constexpr std::int64_t kMega = 1 << 20;

ExperimentOptions Exactly() {
  return {.rule = {}, .elimination = 0.99, .timing = TimingModel::kExact};
}

/// Returns the results of trials; complete on rank 0 alone.
std::vector<TrialResult> Perform(const std::vector<Trial>& trials,
                                 const ExperimentOptions& options = Exactly()) {
  Experiments experiments(*job, measure::WtimeClock(), options);
  std::vector<TrialResult> results;
  experiments.Lead([&](const RunTrial& run_trial) {
    for (const Trial& trial : trials) results.push_back(run_trial(trial, measure::kUnlimited));
  });
  return results;
}

Trial OneMessage(const Layout& layout, std::int64_t bytes) {
  return {{Collective::kBcast, layout, Bytes{bytes}, 0}, {"flat"}};
}

// A message of m bytes from node to node takes L + m G and overheads of 4 us alone, and s m G where
// s share the link.
TEST(Siblings, ShareTheLinksOfTheirNodes) {
  std::vector<Trial> trials;
  const std::vector<int> siblings = {1, 2, 3, 4, 8};
  for (const int count : siblings) trials.push_back(OneMessage({2, 1, {}, count}, 4 * kMega));
  const std::vector<TrialResult> results = Perform(trials);
  if (!job->IsRoot()) return;
  const double bytes = 4 * kMega * 0.8e-9;
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    const double time = results[i].timings.at(0).median.count();
    EXPECT_NEAR(time / (siblings[i] * bytes), 1, 0.02) << siblings[i];
  }
}

TEST(Siblings, DoNotMeetWhereMessagesAreSmall) {
  const auto results = Perform({OneMessage({2, 1}, 8), OneMessage({2, 1, {}, 8}, 8)});
  if (!job->IsRoot()) return;
  EXPECT_NEAR(results[1].timings[0].median / results[0].timings[0].median, 1, 0.02);
}

TEST(Siblings, TakeTheSameTimeEachTime) {
  const Trial trial = OneMessage({4, 2, {}, 4}, 100'000);
  const auto results = Perform({trial, trial, trial});
  if (!job->IsRoot()) return;
  EXPECT_EQ(results[1].timings, results[0].timings);
  EXPECT_EQ(results[2].timings, results[0].timings);
  EXPECT_EQ(results[0].timings[0].low, results[0].timings[0].high);
}

// Columns of the world of both nodes: rank 3 and rank 11, and all others.
TEST(Columns, TakeAsLongAsOneRankOfEachNode) {
  const Layout column{2, 1, {.nodes = 2, .per_node = 8, .first = 3, .stride = 8}};
  Layout together = column;
  together.siblings = 8;
  const auto results = Perform({OneMessage({2, 1}, kMega), OneMessage(column, kMega),
                                OneMessage({2, 1, {}, 8}, kMega), OneMessage(together, kMega)});
  if (!job->IsRoot()) return;
  const auto time = [&](std::size_t i) { return results[i].timings.at(0).median.count(); };
  EXPECT_EQ(results[1].timings[0].choice, "flat");
  EXPECT_FALSE(results[1].cut_short);
  EXPECT_NEAR(time(1), time(0), 1e-6 * time(0));
  EXPECT_NEAR(time(3), time(2), 1e-6 * time(2));
}

// Siblings decide together who leaves a race, and none waits for another for ever.
TEST(Siblings, RaceAllCollectives) {
  std::vector<Trial> trials;
  for (const Collective collective : AllCollectives()) {
    const std::int64_t bytes = collective == Collective::kBarrier ? 0 : 4096;
    for (const Layout& layout :
         {Layout{3, 2, {}, 4}, Layout{2, 2, {2, 8, 4, 1}, 8}, Layout{4, 2, {2, 8, 1, 4}}}) {
      Trial trial{{collective, layout, Bytes{bytes}, 0}, {kLibrary}};
      for (const Choice& choice :
           CandidatesFor(collective, ShapeOf(trial.problem, /*places=*/nullptr))) {
        trial.choices.push_back(ToText(choice));
      }
      if (trial.choices.size() > 6) trial.choices.resize(6);
      trials.push_back(trial);
    }
  }
  const auto results = Perform(trials);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].timings.size(), trials[i].choices.size());
    for (const Candidate& timing : results[i].timings) {
      EXPECT_GT(timing.samples, 0)
          << Pack(trials[i]) << ": " << timing.choice.text() << timing.failed;
    }
  }
}

TEST(Siblings, RaceWithSamplesThatMayVary) {
  Trial trial{{Collective::kAllreduce, {2, 1, {}, 8}, Bytes{4096}, 0},
              {kLibrary, "ring", "recursive_doubling"}};
  Trial column = trial;
  column.problem.layout = {2, 1, {2, 8, 3, 8}};
  const auto results =
      Perform({trial, column}, {.rule = {.min_reps = 5, .max_reps = 20}, .elimination = 0.99});
  for (const TrialResult& result : results) {
    ASSERT_EQ(result.timings.size(), 3u);
    for (const Candidate& timing : result.timings)
      EXPECT_GE(timing.samples, 5) << timing.choice.text();
  }
}

// Rank 0 takes no part, and tells rank 3 when to end.
TEST(Columns, EndWithTheTimeThatIsLeft) {
  Experiments experiments(*job, measure::WtimeClock(),
                          {.rule = {.min_reps = 1000, .max_reps = 1000}, .elimination = {}});
  experiments.Lead([&](const RunTrial& run_trial) {
    const Trial trial = OneMessage({2, 1, {2, 8, 3, 8}}, kMega);  // about a second in all
    const TrialResult result = run_trial(trial, Seconds(0.1));
    EXPECT_TRUE(result.cut_short);
    EXPECT_GT(result.timings[0].samples, 10);
    EXPECT_LT(result.timings[0].samples, 200);
  });
}

}  // namespace
}  // namespace colltune::tune

int main(int argc, char** argv) {
  colltune::tune::Job own(&argc, &argv);
  colltune::tune::job = &own;
  testing::InitGoogleTest(&argc, argv);
  if (!own.IsRoot()) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    // One rank writes the report of the test, and the file that says it ended too early.
    GTEST_FLAG_SET(output, "");
    unsetenv("TEST_PREMATURE_EXIT_FILE");
  }
  const bool failed = RUN_ALL_TESTS() != 0;
  return colltune::tune::Job::Any(failed, own.comm()) ? 1 : 0;
}
