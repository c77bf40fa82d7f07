#include "tuner/journal/journaled_executor.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

#include "tests/profiles/temporary_folder.h"
#include "tests/tuner/journal_lines.h"

namespace colltune::tune {
namespace {

class RecorderTest : public testing::Test {
 protected:
  /// Runs one trial with `ask`, and says how the run ends: by the report of a hang or the error,
  /// or with "goes on".
  std::string EndOf(const std::function<TrialResult(const Trial&)>& run_trial) {
    std::string told;
    JournaledExecutor executor(path_, ++runs_ > 1, OwnerByHand(), Seconds(60),
                               [&told](const auto&, const std::string& what) { told += what; });
    executor.journal().AppendRun("now", "colltune tune");
    try {
      executor.Run(HungByHand(), run_trial);
    } catch (const std::exception& error) {
      return error.what();
    } catch (...) {
      return told;
    }
    return "goes on";
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_ / "journal";
  int runs_ = 0;
};

// SimGrid ends processes that wait for each other for ever by an exception that is no error.
TEST_F(RecorderTest, LeavesOutWhatEndedTheProcess) {
  const auto die = [](const Trial&) -> TrialResult { throw 1; };
  EXPECT_EQ(EndOf(die), "ended in ranks that wait for each other for ever");
  EXPECT_EQ(EndOf(die), "goes on");
}

TEST_F(RecorderTest, AsksAgainWhatFailedOrWasInterrupted) {
  const auto fail = [](const Trial&) -> TrialResult { throw std::runtime_error("interrupted"); };
  EXPECT_EQ(EndOf(fail), "interrupted");
  EXPECT_EQ(EndOf(fail), "interrupted");
}

TEST_F(RecorderTest, GivesUpOtherWorkWithoutARecord) {
  std::promise<std::string> told;
  JournaledExecutor executor(path_, false, OwnerByHand(), Seconds(0.01),
                             [&told](const std::optional<Trial>& trial, const std::string& what) {
                               told.set_value(trial ? "a question " + what : what);
                             });
  executor.journal().AppendRun("now", "colltune tune");
  executor.Watch([&] { EXPECT_EQ(told.get_future().get(), "has not moved for 0 s"); });
  EXPECT_EQ(executor.journal().known().entries().size(), 1u) << "the run's";
}

}  // namespace
}  // namespace colltune::tune
