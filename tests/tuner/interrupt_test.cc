#include "tuner/job/interrupt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "tuner/job/exit_code.h"

namespace colltune::tune {
namespace {

// Each test runs in a process of its own, since interrupts are counted for good.

TEST(Interrupt, IsCounted) {
  const auto count = [] {
    NoteInterrupts();
    StopIfInterrupted();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::raise(signal);
    bool is_thrown = false;
    try {
      StopIfInterrupted();
    } catch (const Interrupted&) {
      is_thrown = true;
    }
    std::exit(Interrupts() == 3 && is_thrown ? 0 : 1);
  };
  EXPECT_EXIT(count(), testing::ExitedWithCode(0), "");
}

TEST(Interrupt, StaysIgnored) {
  const auto ignore = [] {
    std::signal(SIGHUP, SIG_IGN);
    NoteInterrupts();
    std::signal(SIGHUP, SIG_DFL);  // as libraries below MPI do
    NoteInterrupts();
    std::raise(SIGHUP);
    const sigset_t signals = InterruptSignals();
    std::exit(Interrupts() == 0 && sigismember(&signals, SIGHUP) == 0 &&
                      sigismember(&signals, SIGTERM) == 1
                  ? 0
                  : 1);
  };
  EXPECT_EXIT(ignore(), testing::ExitedWithCode(0), "");
}

TEST(Interrupt, EndsInTheEndWhatDoesNotHeedIt) {
  const auto hang = [] {
    NoteInterrupts();
    SayWhenCutShort("last words\n");
    CallWhenCutShort([] {
      if (write(STDERR_FILENO, "called\n", 7) < 0) abort();
    });
    std::raise(SIGTERM);
    for (;;) pause();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(kInterrupted), "called\nlast words\n");
}

TEST(Interrupt, EndsACommandThatLetsIt) {
  const auto come_late = [] {
    NoteInterrupts();
    LetInterruptsEnd();
    std::raise(SIGINT);
  };
  const auto come_early = [] {
    NoteInterrupts();
    std::raise(SIGTERM);
    LetInterruptsEnd();
  };
  EXPECT_EXIT(come_late(), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(come_early(), testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace colltune::tune
