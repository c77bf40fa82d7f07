#include "tests/cluster/namespaces.h"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>

#include "tests/cluster/exit_codes.h"
#include "tests/cluster/system.h"

namespace colltune::cluster {
namespace {

constexpr timespec kPatience = {30, 0};  // s
constexpr int kMostInterrupts = 3;

sigset_t Waited() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
  return signals;
}

/// Ends this process with its parent. If the parent ended before the call, `alive` is at its end.
void DieWithParent(int alive) {
  Check(prctl(PR_SET_PDEATHSIG, SIGKILL), "prctl");
  pollfd parent = {alive, 0, 0};
  if (poll(&parent, 1, 0) != 0) _exit(kFailed);
}

void EnterNamespaces() {
  Check(unshare(CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC), "unshare");
  Check(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "mount");
  Check(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr),
        "mounting /proc");
}

[[noreturn]] void BeFirstProcess(const std::function<int()>& inside, int alive) {
  int code = kFailed;
  try {
    DieWithParent(alive);
    // A session of its own: the parent alone gets the terminal's Ctrl-C, and passes it on once.
    setsid();
    EnterNamespaces();
    code = inside();
  } catch (const std::exception& error) {
    fmt::print(stderr, "cluster: {}\n", error.what());
  }
  std::fflush(nullptr);
  _exit(code);
}

/// Waits for the child and returns its exit code.
int WaitFor(pid_t child) {
  const sigset_t signals = Waited();
  int interrupts = 0;
  while (true) {
    const int signal = interrupts == 0 ? sigwaitinfo(&signals, nullptr)
                                       : sigtimedwait(&signals, nullptr, &kPatience);
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      if (interrupts > 0) return kInterrupted;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (signal == SIGCHLD || (signal < 0 && errno == EINTR)) continue;
    // A negative signal: the child took too long.
    if (signal > 0) ++interrupts;
    kill(child, signal < 0 || interrupts >= kMostInterrupts ? SIGKILL : signal);
  }
}

}  // namespace

int InOwnNamespaces(const std::function<int()>& inside) {
  const sigset_t signals = Waited();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  std::array<int, 2> alive{};  // its second end is open for as long as this process lives
  Check(pipe2(alive.data(), O_CLOEXEC), "pipe");
  Check(unshare(CLONE_NEWPID), "unshare");
  const pid_t child = Check(fork(), "fork");
  if (child == 0) {
    close(alive[1]);
    BeFirstProcess(inside, alive[0]);
  }
  return WaitFor(child);
}

}  // namespace colltune::cluster
