#include "tuner/session/tune_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace colltune::tune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TuneResult Example(ReplicationSummary replicated) {
  TuneResult result;
  result.model = "loggp";
  result.trials = 12;
  result.spending = {Seconds(2.5), Seconds(0.5)};
  result.replicated = replicated;
  return result;
}

TEST(WaitingText, SaysWhatToDo) {
  EXPECT_EQ(WaitingText(Example({.waiting = 5}), "mpiexec ... ", {"tune", "-o", "a.yaml"}),
            "5 decisions for something else than the library's own wait for a second run to "
            "confirm them; until then such calls go to the library. Start the same command again "
            "with --resume, as in:\n  mpiexec ... colltune tune -o a.yaml --resume\n");
}

TEST(WaitingText, AsksForMoreBudgetWhereItIsSpent) {
  const std::string text = WaitingText(Example({.waiting = 1, .out_of_budget = true}), "",
                                       {"tune", "--resume", "--confirm"});
  EXPECT_THAT(text, HasSubstr("1 decision for something else than the library's own waits"));
  EXPECT_THAT(text, HasSubstr("with --resume and a larger --budget, as in:"));
  EXPECT_THAT(text, HasSubstr("\n  colltune tune --resume\n"));
}

TEST(WaitingText, IsEmptyWhereNothingWaits) {
  EXPECT_THAT(WaitingText(Example({.confirmed = 5}), "", {"tune"}), IsEmpty());
  TuneResult exact = Example({});
  exact.replicated.reset();
  EXPECT_THAT(WaitingText(exact, "", {"tune"}), IsEmpty());
}

TEST(ResultText, SaysWhatTheTimeWentTo) {
  EXPECT_THAT(ResultText(Example({})),
              HasSubstr("ran 12 trials in 3.00 s of measuring, 500 ms of it to calibrate; "
                        "loggp predicts"));
}

TEST(ResultText, SaysWhatTheTuningBought) {
  TuneResult result = Example({});
  result.profile.regret = RegretReport{.expected = {0.021, 0.07},
                                       .calibrated = {0.025, 0.1},
                                       .calibrations = 40,
                                       .measured = 0.6,
                                       .interpolated = 0.3,
                                       .left_to_library = 0.1,
                                       .spent = Seconds(600),
                                       .later = 0.012};
  const std::string text = ResultText(result);
  EXPECT_THAT(text,
              HasSubstr("expected regret 2.1 % (95 % of calls below 7 %); 40 interpolated "
                        "decisions that were measured: 2.5 % (10 %); at 30 min 0 s about 1.2 %\n"));
  EXPECT_THAT(text, HasSubstr("of the calls 60 % are decided by measurements, 30 % by "
                              "interpolation, and 10 % left to the library without one\n"));
}

TEST(ResultText, SaysWhatWasConfirmed) {
  EXPECT_THAT(
      ResultText(Example({.confirmed = 5, .refuted = 2, .trials = 7, .spent = Seconds(0.5)})),
      HasSubstr("other runs replicated 7 times, in 500 ms: 5 of 7 decisions "
                "confirmed, 2 left to the library\n"));
  EXPECT_THAT(ResultText(Example({.waiting = 7})), Not(HasSubstr("second run")));
}

}  // namespace
}  // namespace colltune::tune
