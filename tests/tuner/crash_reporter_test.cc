#include "tuner/job/crash_reporter.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <string_view>
#include <thread>

namespace colltune::tune {
namespace {

/// Gives the child time to reach its wait, or to die. If the child takes longer, a fault may be
/// overlooked, but never reported wrongly.
void Pause() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

/// Returns the witness's output for a process that calls `last` and then leaves without a word, or
/// is ended by `last`. Waits for both.
std::string SaidAfter(const std::function<void(Witness&)>& last) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t process = fork();
  if (process == 0) {
    setpgid(0, 0);
    for (const int signal : {SIGINT, SIGPIPE}) std::signal(signal, SIG_DFL);  // as in a terminal
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    {
      Witness witness;
      last(witness);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 256> part{};
  // Reads until nobody has the other end: neither the process nor its child.
  for (ssize_t got = 0; (got = read(ends[0], part.data(), part.size())) > 0;) {
    said.append(part.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  waitpid(process, nullptr, 0);
  return said;
}

TEST(Witness, SaysOfAKilledProcessWhatItWasToldLast) {
  EXPECT_EQ(SaidAfter([](const Witness& witness) {
              witness.Tell("rank 1 on host2\n");
              witness.Tell("rank 1 on host2, go on\n");
              kill(getpid(), SIGKILL);
            }),
            "rank 1 on host2, go on\n");
}

TEST(Witness, SaysNothingBeforeItIsTold) {
  EXPECT_EQ(SaidAfter([](const Witness&) { kill(getpid(), SIGKILL); }), "");
}

TEST(Witness, SaysNothingOfAnOrderlyEnd) {
  EXPECT_EQ(SaidAfter([](const Witness& witness) { witness.Tell("killed\n"); }), "");
}

TEST(Witness, SaysNothingWhenItIsDismissed) {
  EXPECT_EQ(SaidAfter([](const Witness& witness) {
              witness.Tell("killed\n");
              witness.Dismiss();
              _exit(4);
            }),
            "");
}

// Hydra cleans up in this way.
TEST(Witness, IsEndedTogetherWithItsProcessGroup) {
  EXPECT_EQ(SaidAfter([](const Witness& witness) {
              witness.Tell("killed\n");
              Pause();
              kill(0, SIGKILL);
            }),
            "");
}

// Ctrl-C, which the process itself handles and survives.
TEST(Witness, IsEndedByAnInterruptAndLeavesItsProcessAlone) {
  EXPECT_EQ(SaidAfter([](const Witness& witness) {
              witness.Tell("killed\n");
              std::signal(SIGINT, [](int) {});
              Pause();
              kill(0, SIGINT);
              Pause();
              witness.Tell("killed once more\n");
              constexpr std::string_view kAlive = "alive";
              if (write(STDERR_FILENO, kAlive.data(), kAlive.size()) < 0) _exit(1);
            }),
            "alive");
}

}  // namespace
}  // namespace colltune::tune
