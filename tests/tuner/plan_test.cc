#include "tuner/session/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// On 2 ranks flat takes 2 ms, chain 4 ms.
const PowerPredictor kOracle(std::map<std::string, Power>{{"flat", {1e-3, 0}},
                                                          {"chain", {2e-3, 0}}});
const Problem kProblem{Collective::kBcast, {2, 1}, Bytes{8}, 0};

SearchSpace Options() {
  SearchSpace options;
  options.collectives = {Collective::kBcast, Collective::kBarrier};
  options.layouts = {{2, 1}, {4, 2}};
  options.sizes = {Bytes{8}, Bytes{1024}, Bytes{4096}};
  return options;
}

// 0.05 s, and 100 times 10 operations of (2 + 4) / 2 ms for each of three candidates.
TEST(GuessOf, TakesWhatIsNotPredictedForTheMeanOfTheOthers) {
  const Trial trial{kProblem, {"library", "flat", "chain"}};
  EXPECT_NEAR(GuessOf(trial, kOracle, 10).count(), 0.05 + 100 * 10 * 9e-3, 1e-12);
  EXPECT_NEAR(GuessOf(Trial{kProblem, {"library"}}, kOracle, 10).count(), 0.05, 1e-12);
}

TEST(PaceOf, IsThatOfWhatIsKnown) {
  const CompletedTrial known{Trial{kProblem, {"library", "flat", "chain"}}, {{}, Seconds(18.1)}};
  EXPECT_NEAR(PaceOf(std::vector{known, known}, kOracle, 10), 2, 1e-12);
  EXPECT_EQ(PaceOf({}, kOracle, 10), 1);
}

Plan ExamplePlan() {
  Plan plan;
  plan.budget = Seconds(600);
  plan.trials = {Trial{kProblem, {"library", "flat"}},
                 Trial{kProblem, {"library", "flat", "chain"}}};
  return plan;
}

// 0.05 + 4 and 0.05 + 9 s.
TEST(PlanText, SaysWhatWouldBeAskedAndHowLongThatTakes) {
  const std::string text = PlanText(ExamplePlan(), Options(), kOracle);
  EXPECT_THAT(text, HasSubstr("ranks: 2 (1 per node), 4 (2 per node)\n"));
  EXPECT_THAT(text, ContainsRegex("\nbcast +3, 8 to 4K +2 to 3 +2 +13 s\n"));
  EXPECT_THAT(text, ContainsRegex("\nbarrier +0 +- +0 +0 s\n"));
  EXPECT_THAT(text, ContainsRegex("\nall, at first +2 to 3 +2 +13 s\n"));
  EXPECT_THAT(text, HasSubstr("the network is not known yet"));
  EXPECT_THAT(text, HasSubstr("a message is taken to need 2.00 us and 0.1 ns a byte\n"));
  EXPECT_THAT(text, HasSubstr("budget of 10 min 0 s is spent; 25 % of it are kept for other"));
  EXPECT_THAT(text, HasSubstr("\nestimated time: 13 s to 10 min 0 s\n"));
}

TEST(PlanText, ListsTheSizesThatAnApplicationCallsOnAnyLayout) {
  SearchSpace options = Options();
  options.workload[{Collective::kBcast, {2, 1}}] = {{Bytes{8}, Seconds(1)}};
  options.workload[{Collective::kBcast, {4, 2}}] = {{Bytes{1000}, Seconds(1)},
                                                    {Bytes{4096}, Seconds(1)}};
  EXPECT_THAT(PlanText(ExamplePlan(), options, kOracle), ContainsRegex("\nbcast +3, 8 to 4K +"));
}

TEST(PlanText, GoesByWhatIsKnown) {
  Plan plan = ExamplePlan();
  plan.knows_network = true;
  plan.known = {{Trial{kProblem, {"library", "flat", "chain"}}, {{}, Seconds(905)}}};
  SearchSpace options = Options();
  options.timing = TimingModel::kExact;
  plan.budget = Seconds(60);
  const std::string text = PlanText(plan, options, kOracle);
  EXPECT_THAT(text, HasSubstr("trials with results: 1; they took 1e+02 times"));
  EXPECT_THAT(text, Not(HasSubstr("network")));
  EXPECT_THAT(text, Not(HasSubstr("other runs")));
  EXPECT_THAT(text, ContainsRegex("\nbcast .* 21 min 50 s\n"));
  EXPECT_THAT(text, HasSubstr("\nestimated time: 1 min 0 s, the budget\n"));
  plan.budget.reset();
  EXPECT_THAT(PlanText(plan, options, kOracle), HasSubstr("time: 21 min 50 s or more\n"));
}

}  // namespace
}  // namespace colltune::tune
