#include "tests/cluster/job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <functional>
#include <stdexcept>

#include "tests/cluster/exit_codes.h"
#include "tests/cluster/network.h"
#include "tests/cluster/switch.h"
#include "tests/cluster/system.h"

namespace colltune::cluster {
namespace {

/// The environment of the ranks. In LD_PRELOAD the user's libraries come first.
std::vector<std::pair<std::string, std::string>> Environment(const Job& job) {
  std::vector<std::pair<std::string, std::string>> environment = {{"UCX_TLS", "tcp,self"},
                                                                  {"UCX_NET_DEVICES", kDataDevice}};
  std::string preload = job.preload;
  for (const auto& [name, value] : job.environment) {
    if (name == "LD_PRELOAD") {
      preload = value + ":" + preload;
    } else {
      environment.emplace_back(name, value);
    }
  }
  environment.emplace_back("LD_PRELOAD", preload);
  return environment;
}

std::vector<std::string> Mpiexec(const Description& cluster, const Job& job) {
  std::vector<std::string> hosts;
  for (int i = 0; i < job.ranks; ++i) hosts.push_back(cluster.hosts[i].name);
  std::vector<std::string> words = {job.mpiexec,
                                    "-launcher",
                                    "ssh",
                                    "-launcher-exec",
                                    job.launcher,
                                    "-localhost",
                                    kSwitchAddress,
                                    "-hosts",
                                    fmt::format("{}", fmt::join(hosts, ",")),
                                    "-n",
                                    std::to_string(job.ranks)};
  for (const auto& [name, value] : Environment(job)) {
    words.insert(words.end(), {"-genv", name, value});
  }
  words.insert(words.end(), job.command.begin(), job.command.end());
  return words;
}

/// Starts a child that takes signals as programs usually do.
pid_t Start(const std::function<void()>& work) {
  const pid_t child = Check(fork(), "fork");
  if (child != 0) return child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  try {
    work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "cluster: {}\n", error.what());
  }
  _exit(kFailed);
}

/// Waits until mpiexec ends, and throws if the switch ends first: without it mpiexec would hang.
int WaitFor(pid_t mpiexec, pid_t its_switch) {
  sigset_t signals;
  sigprocmask(SIG_BLOCK, nullptr, &signals);
  while (true) {
    const int signal = sigwaitinfo(&signals, nullptr);
    if (signal > 0 && signal != SIGCHLD) kill(mpiexec, signal);
    int status = 0;
    // Also reaps processes whose parents have ended.
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended == its_switch) throw std::runtime_error("the switch has ended");
      if (ended != mpiexec) continue;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }
}

}  // namespace

int RunJob(const Description& cluster, const Job& job) {
  const std::vector<int> taps = BuildNetwork(cluster);
  const pid_t its_switch = Start([&] { RunSwitch(cluster, taps); });
  for (const int tap : taps) close(tap);
  const pid_t mpiexec = Start([&] { Become(Mpiexec(cluster, job)); });
  return WaitFor(mpiexec, its_switch);
}

}  // namespace colltune::cluster
