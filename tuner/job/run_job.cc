#include "tuner/job/run_job.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "tuner/job/descendants.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"
#include "tuner/job/subprocess.h"

namespace colltune::tune {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Interval between two checks of a job that is ending.
constexpr timespec kTick = {0, 20'000'000};  // ns

/// Blocks signals as long as it lives, so that they wait to be taken.
class BlockedSignals {
 public:
  explicit BlockedSignals(const sigset_t& signals) { sigprocmask(SIG_BLOCK, &signals, &before_); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

pid_t Start(std::vector<std::string> command, const sigset_t& blocked) {
  Subprocess launcher;
  launcher.GiveNoInput();
  launcher.SetOwnGroup();  // Ctrl-C at a terminal then reaches the job only through this process
  launcher.SetBlockedSignals(blocked);
  return launcher.Start(std::move(command));
}

void KillAll() {
  for (const Process& process : Descendants(getpid())) kill(process.id, SIGKILL);
}

/// Ends an interrupted job step by step.
class Ending {
 public:
  explicit Ending(pid_t launcher) : launcher_(launcher), program_(ProgramOf(getpid())) {}

  /// Takes the steps that are due; to be called again and again. `interrupts` counts the interrupts
  /// so far.
  void Go(int interrupts) {
    TellRanks();
    // The first interrupt starts the steps; each further one skips the wait for a step.
    while (done_ < kSteps.size() && (Clock::now() - begin_ >= kSteps[done_].after ||
                                     interrupts > static_cast<int>(done_) + 1)) {
      kSteps[done_++].act(launcher_);
    }
    if (done_ == kSteps.size()) KillAll();
  }

  /// Whether the job outlives even killing, as where a file system hangs.
  bool HasFailed() const { return Clock::now() - begin_ >= kLongest; }

 private:
  struct Step {
    milliseconds after;
    void (*act)(pid_t launcher);
  };

  static void Interrupt(pid_t launcher) { kill(launcher, SIGINT); }

  /// Steps, each with its time after the first interrupt. Ranks that can stop in good order do so
  /// well within a second; others are cut short after three. Hydra passes the first SIGINT on, and
  /// kills all ranks, on all hosts, at the second.
  static constexpr std::array<Step, 3> kSteps = {{
      {milliseconds(1000), Interrupt},
      {milliseconds(3500), Interrupt},
      {milliseconds(4000), [](pid_t) { KillAll(); }},
  }};
  static constexpr milliseconds kLongest{4300};

  /// Signal that tells ranks to stop. SIGINT may be ignored, as in background jobs of a shell.
  static constexpr int kNotice = SIGTERM;

  void TellRanks() {
    for (const Process& process : Descendants(getpid())) {
      if (told_.contains(process.id) || ProgramOf(process.id) != program_) continue;
      if (!Handles(process.id, kNotice)) continue;  // too early: the rank would end without a word
      told_.insert(process.id);
      kill(process.id, kNotice);
    }
  }

  const pid_t launcher_;
  const std::string program_;
  const Clock::time_point begin_ = Clock::now();
  std::set<pid_t> told_;
  std::size_t done_ = 0;  // number of steps taken
};

/// Returns the status of `launcher`, if it has ended. Also reaps processes whose parents have
/// ended, as they become children of this process.
std::optional<int> Reap(pid_t launcher) {
  std::optional<int> ended;
  int status = 0;
  for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (child == launcher) ended = status;
  }
  return ended;
}

/// Waits until the launcher ends, and returns its status; SIGKILL where Ending has failed.
int WaitFor(pid_t launcher, const sigset_t& signals) {
  std::optional<Ending> ending;
  for (;;) {
    const int signal =
        ending ? sigtimedwait(&signals, nullptr, &kTick) : sigwaitinfo(&signals, nullptr);
    if (signal > 0 && signal != SIGCHLD) {
      CountInterrupt();
      if (!ending) ending.emplace(launcher);
    }
    if (const auto status = Reap(launcher)) return *status;
    if (ending) ending->Go(Interrupts());
    if (ending && ending->HasFailed()) return SIGKILL;
  }
}

/// Kills the processes that the launcher has left.
void KillTheRest() {
  constexpr milliseconds kMost(400);
  const Clock::time_point begin = Clock::now();
  for (; !Descendants(getpid()).empty() && Clock::now() - begin < kMost;) {
    KillAll();
    nanosleep(&kTick, nullptr);
    Reap(0);
  }
}

int CodeOf(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

int RunJob(std::vector<std::string> command) {
  NoteInterrupts();
  std::signal(SIGCHLD, SIG_DFL);  // if a parent ignores SIGCHLD, no child's exit code is kept
  sigset_t signals = InterruptSignals();
  sigaddset(&signals, SIGCHLD);
  const BlockedSignals blocked(signals);
  int code = kDone;
  if (Interrupts() == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    code = CodeOf(WaitFor(Start(std::move(command), blocked.before()), signals));
  }
  if (Interrupts() == 0) return code;
  KillTheRest();
  // Ranks that ended by themselves have reported the interrupt.
  if (code != kInterrupted) Warn("interrupted");
  return kInterrupted;
}

}  // namespace colltune::tune
