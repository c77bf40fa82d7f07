#include "tuner/experiments/runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <csignal>
#include <filesystem>
#include <string_view>

#include "tests/profiles/temporary_folder.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/launch.h"

namespace colltune::tune {
namespace {

/// Fixture with a launcher that notes its arguments, finds the number of the run and the file, and
/// goes on with `then`.
class RunsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (UsableCores() < 2) GTEST_SKIP() << "the program starts itself on two cores or more";
  }

  void Launcher(std::string_view then) {
    const std::string file = folder.Write("mpiexec", std::string(R"(#!/bin/sh
printf '%s\n' "$*" >>)") + (folder / "calls") + R"(
while [ $# -gt 0 ]; do
  [ "$1" = --run ] && run=$2
  [ "$1" = --csv ] && csv=$2
  shift
done
header=op,algorithm,method,ranks,bytes,root,repetition,seconds,valid,run
)" + std::string(then));
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("MPIEXEC", file.c_str(), 1);
    setenv("TMPDIR", (folder / "").c_str(), 1);
  }

  RunSeriesResult Run(int runs) {
    return RunSeries({"measure", "--bytes", "8"}, runs, [&](int run) { started.push_back(run); });
  }

  TemporaryFolder folder;
  std::vector<int> started;
};

constexpr std::string_view kRow =
    "printf '%s\\nbcast,flat,round_time,2,8,0,0,%s,1,0\\n' $header ${run}e-6 >\"$csv\"\n";

TEST_F(RunsTest, PoolsTheRows) {
  Launcher(kRow);
  const RunSeriesResult result = Run(3);
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(result.exit_code, kDone);
  EXPECT_EQ(result.runs, 3);
  EXPECT_THAT(started, testing::ElementsAre(1, 2, 3));
  ASSERT_EQ(result.records.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(result.records[static_cast<std::size_t>(i)].run, i + 1) << "although the rows say 0";
    EXPECT_DOUBLE_EQ(result.records[static_cast<std::size_t>(i)].seconds.count(), (i + 1) * 1e-6);
  }
  EXPECT_THAT(folder.Read("calls"), testing::ContainsRegex(" measure --bytes 8 --run 1 --csv /.*\n"
                                                           ".* --run 2 .*\n.* --run 3 "));
  EXPECT_EQ(folder.Count(), 2) << "the launcher and its notes, and no rows";
}

TEST_F(RunsTest, KeepsWhatIsThereWhenOneFails) {
  Launcher("[ $run = 2 ] && exit 2\n" + std::string(kRow));
  const RunSeriesResult result = Run(3);
  EXPECT_EQ(result.problem, "run 2 of 3 failed with exit code 2");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.runs, 1);
  EXPECT_EQ(result.records.size(), 1u);
  EXPECT_THAT(started, testing::ElementsAre(1, 2));
  EXPECT_EQ(folder.Count(), 2);
}

TEST_F(RunsTest, RefusesRowsThatAreNotWhole) {
  Launcher("printf '%s\\nbcast,fl' $header >\"$csv\"\n");
  EXPECT_THAT([&] { Run(3); }, testing::ThrowsMessage<std::runtime_error>(
                                   testing::HasSubstr("run1.csv:2: 2 fields")));
  EXPECT_EQ(folder.Count(), 2);
}

// Runs in a process of its own, since interrupts are counted for good.
TEST_F(RunsTest, EndsWhenInterruptedAndKeepsWhatIsThere) {
  Launcher(std::string(kRow) + "[ $run = 2 ] && kill -INT $PPID\nexit 0\n");
  const auto interrupted = [&] {
    std::signal(SIGINT, SIG_DFL);  // whatever starts tests may ignore it, and we would, too
    const RunSeriesResult result = Run(5);
    std::exit(result.exit_code == kInterrupted && result.runs == 1 && result.records.size() == 1 &&
                      started.size() == 2 && result.problem == "interrupted in run 2 of 5"
                  ? 0
                  : 1);
  };
  EXPECT_EXIT(interrupted(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace colltune::tune
