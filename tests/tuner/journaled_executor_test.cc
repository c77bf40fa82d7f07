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
  /// Runs one question with `ask`, and says how the run ends: by the report of a hang or the error,
  /// or with "goes on".
  std::string EndOf(const std::function<Answer(const Question&)>& ask) {
    std::string told;
    Recorder recorder(path_, ++runs_ > 1, OwnerByHand(), Seconds(60),
                      [&told](const auto&, const std::string& what) { told += what; });
    recorder.journal().AppendRun("now", "colltune tune");
    try {
      recorder.Answer(HungByHand(), ask);
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
  const auto die = [](const Question&) -> Answer { throw 1; };
  EXPECT_EQ(EndOf(die), "ended in ranks that wait for each other for ever");
  EXPECT_EQ(EndOf(die), "goes on");
}

TEST_F(RecorderTest, AsksAgainWhatFailedOrWasInterrupted) {
  const auto fail = [](const Question&) -> Answer { throw std::runtime_error("interrupted"); };
  EXPECT_EQ(EndOf(fail), "interrupted");
  EXPECT_EQ(EndOf(fail), "interrupted");
}

TEST_F(RecorderTest, GivesUpOtherWorkWithoutARecord) {
  std::promise<std::string> told;
  Recorder recorder(path_, false, OwnerByHand(), Seconds(0.01),
                    [&told](const std::optional<Question>& question, const std::string& what) {
                      told.set_value(question ? "a question " + what : what);
                    });
  recorder.journal().AppendRun("now", "colltune tune");
  recorder.Watch([&] { EXPECT_EQ(told.get_future().get(), "has not moved for 0 s"); });
  EXPECT_EQ(recorder.journal().known().entries().size(), 1u) << "the run's";
}

}  // namespace
}  // namespace colltune::tune
