#include "tuner/decide/replication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"
#include "tests/tuner/timed.h"
#include "tuner/decide/compile.h"

namespace colltune::tune {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Layout kLayout{4, 1};
const std::map<std::string, Power> kPowers = {{"flat", {1e-6, 0}}, {"chain", {2e-6, 0}}};

/// Medians of a choice and of the library, in microseconds, within 1 %.
TrialResult Took(const char* choice, double mine, double library) {
  return {{TimedWithin("library", library, library / 100), TimedWithin(choice, mine, mine / 100)},
          Seconds(1e-3)};
}

SearchSetup OptionsFor(Collective collective) {
  SearchSetup options;
  options.collectives = {collective};
  options.layouts = {kLayout};
  return options;
}

/// Tests of flat against the library at 8, 64 and 512 bytes; each test decides what is repeated.
class GuardTest : public testing::Test {
 protected:
  explicit GuardTest(Collective collective = Collective::kAllreduce)
      : search(OptionsFor(collective), predictor), collective_(collective) {}

  Problem At(std::int64_t bytes) const { return {collective_, kLayout, Bytes{bytes}, 0}; }

  void Measure(std::int64_t bytes, double flat, double library, int run = 1) {
    const Trial trial{At(bytes), {"library", "flat"}};
    search.planner.Learn(trial, Took("flat", flat, library));
    confirmations.Add(trial, Took("flat", flat, library), run);
  }

  void Repeat(std::int64_t bytes, double flat, double library, int run = 2) {
    confirmations.Add(ReplicationTrial(At(bytes), "flat"), Took("flat", flat, library), run);
  }

  Replication Look(std::int64_t bytes) const {
    return JudgeAt(search.measurements, search.measurements.curves().front(), Bytes{bytes}, "flat",
                   confirmations);
  }

  std::string ChoiceFor(std::int64_t bytes) const {
    const DecisionTable table = Compile(search.measurements, {.confirmations = &confirmations});
    const Rule* rule = table.rows.front().Find(Bytes{bytes});
    return rule == nullptr ? "no rule" : std::string(rule->choice.text());
  }

  /// The reason of the smallest size's decision.
  std::string FirstReason() const {
    const DecisionTable table = Compile(search.measurements, {.confirmations = &confirmations});
    return table.rows.front().rules.front().evidence.front().reason;
  }

  const PowerPredictor predictor{kPowers};
  Searching search;
  Confirmations confirmations;

 private:
  const Collective collective_;
};

TEST_F(GuardTest, LeavesToTheLibraryWhatWaits) {
  Measure(8, 5, 10);
  EXPECT_EQ(Look(8).state, ReplicationState::kWaiting);
  EXPECT_EQ(ChoiceFor(8), "library");
  EXPECT_THAT(FirstReason(),
              EndsWith("50 % faster at 99 % confidence; waits for a second run to confirm it"));
  EXPECT_EQ(Compile(search.measurements).rows.front().rules.front().choice, "flat")
      << "without a guard";
}

TEST_F(GuardTest, TakesWhatASecondRunConfirms) {
  Measure(8, 5, 10);
  Repeat(8, 6, 10);
  EXPECT_EQ(Look(8).state, ReplicationState::kConfirmed);
  EXPECT_EQ(ChoiceFor(8), "flat");
  EXPECT_THAT(FirstReason(), EndsWith("50 % faster at 99 % confidence; confirmed by a second run: "
                                      "flat 6 us, library 10 us: 40 % faster at 99 % confidence"));
}

TEST_F(GuardTest, TakesNoRepetitionThatWasCutShortForOne) {
  Measure(8, 5, 10);
  TrialResult result = Took("flat", 12, 10);
  result.cut_short = true;
  confirmations.Add(ReplicationTrial(At(8), "flat"), result, 2);
  EXPECT_EQ(Look(8).state, ReplicationState::kWaiting);
  EXPECT_EQ(confirmations.spent(), result.spent);
  EXPECT_TRUE(confirmations.IsAnother(ReplicationTrial(At(8), "flat"), 2));
  Repeat(8, 6, 10);
  EXPECT_EQ(Look(8).state, ReplicationState::kConfirmed);
}

TEST_F(GuardTest, KeepsWhatASecondRunMeasured) {
  Measure(8, 5, 10);
  Repeat(8, 6, 11);
  const DecisionTable table = Compile(search.measurements, {.confirmations = &confirmations});
  const Evidence& evidence = table.rows.front().rules.front().evidence.front();
  EXPECT_EQ(evidence.Find("flat")->replicated_median, Seconds(6 * kUs));
  EXPECT_EQ(evidence.Find("library")->replicated_median, Seconds(11 * kUs));
  EXPECT_EQ(evidence.Find("chain")->replicated_median, std::nullopt) << "which was not measured";
}

TEST_F(GuardTest, LeavesToTheLibraryWhatASecondRunRefutes) {
  Measure(8, 5, 10);
  Repeat(8, 9.8, 10);
  EXPECT_EQ(Look(8).state, ReplicationState::kRefuted);
  EXPECT_EQ(ChoiceFor(8), "library");
  EXPECT_THAT(FirstReason(), EndsWith("; another run did not confirm it: "
                                      "flat 9.8 us, library 10 us: not more than 3 % faster"));
}

// 50 % faster in run 1, then by 40, 30 and 50 %.
TEST_F(GuardTest, TakesWhatAllRunsConfirmByTheClosest) {
  Measure(8, 5, 10);
  for (const auto& [run, flat] : {std::pair(2, 6.0), std::pair(3, 7.0), std::pair(4, 5.0)}) {
    Repeat(8, flat, 10, run);
  }
  EXPECT_EQ(ChoiceFor(8), "flat");
  EXPECT_THAT(FirstReason(), EndsWith("; confirmed by 3 other runs, in the closest: flat 7 us, "
                                      "library 10 us: 30 % faster at 99 % confidence"));
  const DecisionTable table = Compile(search.measurements, {.confirmations = &confirmations});
  EXPECT_EQ(table.rows.front().rules.front().evidence.front().Find("flat")->replicated_median,
            Seconds(7 * kUs));
  Repeat(8, 9.8, 10, 5);
  Repeat(8, 5, 10, 6);
  EXPECT_EQ(ChoiceFor(8), "library") << "one of five does not confirm it";
}

TEST_F(GuardTest, AsksEachRunOnceUntilEnoughHaveLooked) {
  Measure(8, 5, 10);
  const auto open = [&](int wanted, int run) {
    return Replicables(search.measurements, confirmations, {wanted, run})[0].open.size();
  };
  EXPECT_EQ(open(2, 1), 0) << "it measured it";
  EXPECT_EQ(open(2, 2), 1);
  Repeat(8, 6, 10, 2);
  EXPECT_EQ(open(1, 3), 0);
  EXPECT_EQ(open(2, 2), 0);
  EXPECT_EQ(open(2, 3), 1);
  Repeat(8, 6, 10, 3);
  EXPECT_EQ(open(2, 4), 0);
  Repeat(8, 9.9, 10, 4);
  EXPECT_EQ(open(9, 5), 0) << "it is refuted";
}

TEST_F(GuardTest, DoesNotBelieveTheSameRunTwice) {
  Measure(8, 5, 10, 2);
  Repeat(8, 5, 10, 2);
  EXPECT_EQ(Look(8).state, ReplicationState::kWaiting);
  Repeat(8, 9, 10, 3);
  EXPECT_EQ(Look(8).state, ReplicationState::kConfirmed);
  Measure(8, 5, 10, 3);
  EXPECT_THAT(Look(8).reason, HasSubstr("flat 5 us")) << "run 2 repeats what run 3 measured";
}

TEST_F(GuardTest, DoesNotMistakeAnotherChoiceForThisOne) {
  Measure(8, 5, 10);
  confirmations.Add(ReplicationTrial(At(8), "chain"), Took("chain", 5, 10), 2);
  EXPECT_EQ(Look(8).state, ReplicationState::kWaiting);
}

TEST_F(GuardTest, RefutesWhatHangsOrHasNoSamples) {
  Measure(8, 5, 10);
  confirmations.AddHung(ReplicationTrial(At(8), "flat"));
  EXPECT_EQ(Look(8).state, ReplicationState::kRefuted);
  Measure(64, 5, 10);
  TrialResult empty = Took("flat", 5, 10);
  empty.timings.back().samples = 0;
  confirmations.Add(ReplicationTrial(At(64), "flat"), empty, 2);
  EXPECT_EQ(Look(64).state, ReplicationState::kRefuted);
}

// At 8 and 512 bytes flat is confirmed, at 64 it is refuted.
TEST_F(GuardTest, DrawsNoRuleOverASizeThatIsNotConfirmed) {
  for (const std::int64_t bytes : {8, 64, 512}) {
    Measure(bytes, 5, 10);
    Repeat(bytes, bytes == 64 ? 11 : 5, 10);
  }
  EXPECT_EQ(ChoiceFor(8), "flat");
  EXPECT_EQ(ChoiceFor(64), "library");
  EXPECT_EQ(ChoiceFor(512), "flat");
  EXPECT_THAT(Compile(search.measurements, {.confirmations = &confirmations}).rows.front().rules,
              SizeIs(3));
}

TEST_F(GuardTest, AsksForTheMostValuableFirstAndForNothingTwice) {
  Measure(8, 9, 10);     // saves a tenth of 10 us
  Measure(64, 5, 10);    // half
  Measure(512, 10, 10);  // nothing to confirm
  const auto first = Replicables(search.measurements, confirmations, {1, 2});
  ASSERT_THAT(first, SizeIs(2));
  EXPECT_THAT(first[0].open, ElementsAre(ReplicationTrial(At(64), "flat")));
  EXPECT_THAT(first[1].open, ElementsAre(ReplicationTrial(At(8), "flat")));
  EXPECT_GT(first[0].value, first[1].value);

  Repeat(64, 5, 10);
  Repeat(8, 10, 10);
  const auto later = Replicables(search.measurements, confirmations, {1, 2});
  EXPECT_THAT(later[0].open, IsEmpty());
  EXPECT_THAT(later[1].open, IsEmpty()) << "it was refuted, once and for all";
  const ReplicationSummary summary = Summarise(search.measurements, confirmations);
  EXPECT_EQ(summary.confirmed, 1);
  EXPECT_EQ(summary.refuted, 1);
  EXPECT_EQ(summary.waiting, 0);
  EXPECT_EQ(summary.trials, 2);
  EXPECT_DOUBLE_EQ(summary.spent.count(), 2e-3);
}

// In the replication flat takes a fifth of its earlier time at one size, and 1.1 times that time at
// all others. The 99th percentile of 100 comparisons is the largest; that of 101 is not.
TEST_F(GuardTest, SaysByHowMuchRunsDiffer) {
  const auto between_runs = [&] {
    return Summarise(search.measurements, confirmations).between_runs;
  };
  for (int sizes = 0; sizes < 100; ++sizes) {
    EXPECT_EQ(between_runs().has_value(), sizes >= 10);
    Measure(8 + 8 * sizes, 5, 10);
    Repeat(8 + 8 * sizes, sizes == 9 ? 1 : 5.5, 10);
  }
  EXPECT_NEAR(*between_runs(), 4, 1e-9);
  Measure(1024, 5, 10);
  Repeat(1024, 5.5, 10);
  EXPECT_NEAR(*between_runs(), 0.1, 1e-9);
}

/// Tests of collectives whose ranks do not know sizes.
class GuardAllSizesTest : public GuardTest {
 protected:
  GuardAllSizesTest() : GuardTest(Collective::kAlltoallv) {
    Measure(8, 5, 10);
    Measure(64, 9, 10);
  }

  ReplicationState LookAtAll() const {
    return JudgeForAllSizes(search.measurements, search.measurements.curves().front(), "flat",
                            confirmations)
        .state;
  }
};

TEST_F(GuardAllSizesTest, AsksAtAllSizes) {
  const auto guardables = Replicables(search.measurements, confirmations, {1, 2});
  ASSERT_THAT(guardables, SizeIs(1));
  EXPECT_THAT(guardables[0].open,
              ElementsAre(ReplicationTrial(At(8), "flat"), ReplicationTrial(At(64), "flat")));
  Repeat(8, 5, 10);
  EXPECT_THAT(Replicables(search.measurements, confirmations, {1, 2})[0].open,
              ElementsAre(ReplicationTrial(At(64), "flat")));
  EXPECT_EQ(LookAtAll(), ReplicationState::kWaiting);
  EXPECT_EQ(ChoiceFor(8), "library");
}

// 512 bytes were drawn to calibrate, without flat, which is 100 times as fast elsewhere.
TEST_F(GuardAllSizesTest, AsksAlsoWhereTheChoiceWasNotTimed) {
  for (const std::int64_t bytes : {8, 64}) Measure(bytes, 0.1, 10);
  search.measurements.AddCalibration({At(512), {"library"}},
                                     {{TimedWithin("library", 10, 0.1)}, Seconds(1e-3)});
  const auto guardables = Replicables(search.measurements, confirmations, {1, 2});
  ASSERT_THAT(guardables, SizeIs(1));
  EXPECT_THAT(guardables[0].open, Contains(ReplicationTrial(At(512), "flat")));
}

TEST_F(GuardAllSizesTest, ConfirmsWhatIsFasterOnTheAverageAndSlowerNowhere) {
  Repeat(8, 5, 10);
  Repeat(64, 10.1, 10);  // within 1 %: not significantly
  EXPECT_EQ(LookAtAll(), ReplicationState::kConfirmed);
  EXPECT_EQ(ChoiceFor(8), "flat");
  EXPECT_THAT(Compile(search.measurements, {.confirmations = &confirmations})
                  .rows.front()
                  .rules.front()
                  .evidence[1]
                  .reason,
              HasSubstr("; confirmed by a second run: 29 % faster on the average"))
      << "1 - sqrt(0.5 * 1.01) = 0.29";
}

// The third run refutes the decision that the second has confirmed; a fourth has not measured all
// sizes.
TEST_F(GuardAllSizesTest, RefutesWhatOneOfTheRunsDoes) {
  for (const std::int64_t bytes : {8, 64}) Repeat(bytes, 5, 10);
  Repeat(8, 5, 10, 4);
  EXPECT_EQ(LookAtAll(), ReplicationState::kConfirmed);
  Repeat(8, 5, 10, 3);
  EXPECT_EQ(LookAtAll(), ReplicationState::kConfirmed);
  Repeat(64, 11, 10, 3);
  EXPECT_EQ(LookAtAll(), ReplicationState::kRefuted);
}

TEST_F(GuardAllSizesTest, RefutesWhatIsSlowerAtOneSize) {
  Repeat(8, 5, 10);
  Repeat(64, 11, 10);
  EXPECT_EQ(LookAtAll(), ReplicationState::kRefuted);
  EXPECT_EQ(ChoiceFor(8), "library");
}

TEST_F(GuardAllSizesTest, RefutesWhatIsNotFasterByTheMargin) {
  Repeat(8, 9.8, 10);
  Repeat(64, 9.8, 10);
  EXPECT_EQ(LookAtAll(), ReplicationState::kRefuted);
  EXPECT_EQ(ChoiceFor(8), "library");
}

class RootedGuardTest : public GuardTest {
 protected:
  RootedGuardTest() : GuardTest(Collective::kBcast) {}
};

// A decision measured with root 0 is repeated with the last root.
TEST_F(RootedGuardTest, ConfirmsWithAnotherRoot) {
  Measure(8, 5, 10);
  Problem last = At(8);
  last.root = 3;
  EXPECT_THAT(Replicables(search.measurements, confirmations, {1, 2})[0].open,
              ElementsAre(ReplicationTrial(last, "flat")));
  Repeat(8, 5, 10);
  EXPECT_EQ(Look(8).state, ReplicationState::kWaiting) << "with root 0";
  confirmations.Add(ReplicationTrial(last, "flat"), Took("flat", 5, 10), 1);
  EXPECT_EQ(Look(8).state, ReplicationState::kWaiting) << "by the same run";
  confirmations.Add(ReplicationTrial(last, "flat"), Took("flat", 11, 10), 2);
  EXPECT_EQ(Look(8).state, ReplicationState::kRefuted);
}

}  // namespace
}  // namespace colltune::tune
