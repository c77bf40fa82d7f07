#include "tuner/report/cost.h"

#include <gtest/gtest.h>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

JournalResult ResultOf(Collective collective, double seconds, bool confirms) {
  Trial trial;
  trial.problem.collective = collective;
  trial.choices = {"flat", "library"};
  trial.replicates = confirms;
  return {trial, {{TimedWithin("flat", 1, 0), TimedWithin("library", 2, 0)}, Seconds(seconds)}, 1};
}

TEST(TuningCost, IsTheJournals) {
  JournalReading journal;
  journal.entries = {
      JournalRun{1, "today", "colltune tune"},   JournalNetwork{""},
      ResultOf(Collective::kReduce, 1.5, false), ResultOf(Collective::kBcast, 2, false),
      ResultOf(Collective::kBcast, 4, true),     JournalHung{}};
  const TuningCost cost = CostOf(journal);
  ASSERT_EQ(cost.runs.size(), 1u);
  EXPECT_EQ(cost.runs[0].command, "colltune tune");
  ASSERT_EQ(cost.collectives.size(), 2u);
  EXPECT_EQ(cost.collectives[0].collective, Collective::kBcast);
  // Two candidates of 20 samples in each result.
  EXPECT_EQ(cost.collectives[0].effort, (Effort{2, 80, Seconds(6)}));
  EXPECT_EQ(cost.collectives[1].effort, (Effort{1, 40, Seconds(1.5)}));
  EXPECT_EQ(cost.all, (Effort{3, 120, Seconds(7.5)}));
  EXPECT_EQ(cost.confirming, (Effort{1, 40, Seconds(4)}));
  EXPECT_EQ(cost.hung, 1);
}

TEST(TuningCost, KnowsWhereTheJournalIsDamaged) {
  JournalReading journal;
  journal.bad_line = 7;
  EXPECT_EQ(CostOf(journal).bad_line, 7);
}

// 20 samples of each: 5 + 10 + 20 + 50 + 55 us and 10 + 30 us, and 7 us of the barrier.
TEST(EvidenceOf, AddsUpWhatTheProfileHas) {
  const Effort effort = EvidenceOf(ExampleProfile().table);
  EXPECT_EQ(effort.trials, 4);
  EXPECT_EQ(effort.samples, 20 * 8);
  EXPECT_NEAR(effort.spent.count(), 20 * 187e-6, 1e-12);
}

}  // namespace
}  // namespace colltune::tune
