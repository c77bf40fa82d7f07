#include "tuner/search/tune_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;
using testing::Not;

class TuneProgressTest : public testing::Test {
 protected:
  static SearchOptions Options() {
    SearchOptions options;
    options.kind = SearchKind::kExhaustive;
    options.collectives = {Collective::kAllreduce};
    options.layouts = {{2, 1}};
    options.sizes = {Bytes{8}, Bytes{64}, Bytes{512}, Bytes{4096}};
    return options;
  }

  /// Answers the next question: flat takes 3 s and the library 4 s; the question 10 s.
  Question Learn() {
    const Question question = *search.Next();
    search.Learn(question,
                 {{Exactly("library", Seconds(4)), Exactly("flat", Seconds(3))}, Seconds(10)});
    return question;
  }

  const PowerPredictor predictor{std::map<std::string, Power>{{"flat", {1e-3, 0}}}};
  Search search{Options(), predictor};
};

TEST_F(TuneProgressTest, CountsPointsAndNamesTheBest) {
  EXPECT_EQ(DoingText(search, *search.Next(), std::nullopt),
            "allreduce on 2 ranks, 8B, 2 candidates; 0 of about 4 points");
  const Question before = Learn();
  EXPECT_EQ(DoingText(search, *search.Next(), before),
            "allreduce on 2 ranks, 64B, 2 candidates; 1 of about 4 points; best at 8B: flat, "
            "saves 25 %");
}

TEST_F(TuneProgressTest, SaysWhereTheLibraryIsBest) {
  const Question question = *search.Next();
  search.Learn(question, {{Exactly("library", Seconds(4)), Exactly("flat", Seconds(5))}, {}});
  EXPECT_THAT(DoingText(search, *search.Next(), question), HasSubstr("; best at 8B: library"));
  EXPECT_THAT(DoingText(search, *search.Next(), question), Not(HasSubstr("saves")));
  const Question hung = *search.Next();
  search.Learn(hung, {});
  EXPECT_THAT(DoingText(search, *search.Next(), hung), Not(HasSubstr("best")));
}

TEST_F(TuneProgressTest, TakesTheSmallerOfBudgetAndQuestions) {
  EXPECT_EQ(TimeLeft(search), std::nullopt);
  search.LimitTo(Seconds(100));
  EXPECT_EQ(TimeLeft(search), Seconds(100));
  Learn();
  EXPECT_EQ(TimeLeft(search), Seconds(30)) << "three questions of 10 s";
  search.LimitTo(Seconds(25));
  EXPECT_EQ(TimeLeft(search), Seconds(15));
  search.LimitTo(Seconds(5));
  EXPECT_EQ(TimeLeft(search), Seconds(0));
}

}  // namespace
}  // namespace colltune::tune
