#include "tuner/search/tune_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;
using testing::Not;

class TuneProgressTest : public testing::Test {
 protected:
  static SearchSetup Options() {
    SearchSetup options;
    options.plan.kind = SearchKind::kExhaustive;
    options.collectives = {Collective::kAllreduce};
    options.layouts = {{2, 1}};
    options.sizes = {Bytes{8}, Bytes{64}, Bytes{512}, Bytes{4096}};
    return options;
  }

  /// Results the next trial: flat takes 3 s and the library 4 s; the trial 10 s.
  Trial Learn() {
    Trial trial = *search.planner.Next();
    search.planner.Learn(
        trial, {{Exactly("library", Seconds(4)), Exactly("flat", Seconds(3))}, Seconds(10)});
    return trial;
  }

  const PowerPredictor predictor{std::map<std::string, Power>{{"flat", {1e-3, 0}}}};
  Searching search{Options(), predictor};
};

TEST_F(TuneProgressTest, CountsPointsAndNamesTheBest) {
  EXPECT_EQ(DoingText(search.planner, *search.planner.Next(), std::nullopt),
            "allreduce on 2 ranks, 8B, 2 candidates; 0 of about 4 points");
  const Trial before = Learn();
  EXPECT_EQ(DoingText(search.planner, *search.planner.Next(), before),
            "allreduce on 2 ranks, 4KB, 2 candidates; 1 of about 4 points; best at 8B: flat, "
            "saves 25 %");
}

TEST_F(TuneProgressTest, SaysWhereTheLibraryIsBest) {
  Trial trial = *search.planner.Next();
  search.planner.Learn(trial, {{Exactly("library", Seconds(4)), Exactly("flat", Seconds(5))}, {}});
  EXPECT_THAT(DoingText(search.planner, *search.planner.Next(), trial),
              HasSubstr("; best at 8B: library"));
  EXPECT_THAT(DoingText(search.planner, *search.planner.Next(), trial), Not(HasSubstr("saves")));
  const Trial hung = *search.planner.Next();
  search.planner.Learn(hung, {});
  EXPECT_THAT(DoingText(search.planner, *search.planner.Next(), hung), Not(HasSubstr("best")));
}

TEST_F(TuneProgressTest, TakesTheSmallerOfBudgetAndQuestions) {
  EXPECT_EQ(TimeLeft(search.planner), std::nullopt);
  search.planner.LimitTo(Seconds(100));
  EXPECT_EQ(TimeLeft(search.planner), Seconds(100));
  Learn();
  EXPECT_EQ(TimeLeft(search.planner), Seconds(30)) << "three trials of 10 s";
  search.planner.LimitTo(Seconds(25));
  EXPECT_EQ(TimeLeft(search.planner), Seconds(15));
  search.planner.LimitTo(Seconds(5));
  EXPECT_EQ(TimeLeft(search.planner), Seconds(0));
}

}  // namespace
}  // namespace colltune::tune
