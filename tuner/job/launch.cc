#include "tuner/job/launch.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "profiles/fingerprint.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/launchers.h"
#include "tuner/job/progress.h"
#include "tuner/job/run_job.h"
#include "tuner/job/subprocess.h"

namespace colltune::tune {
namespace {

std::optional<std::string> OnPath(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (access(name.c_str(), X_OK) == 0) return name;
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file)) return file;
  }
  return std::nullopt;
}

}  // namespace

int UsableCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return CPU_COUNT(&cores);
}

std::optional<std::string> FindMpiexec() {
  if (const char* named = std::getenv("MPIEXEC"); named && *named) return OnPath(named);
  for (const std::string& name : MpiexecNames(RunningLibrary())) {
    if (auto found = OnPath(name)) return found;
  }
  return std::nullopt;
}

void Become(const std::vector<std::string>& command,
            const std::vector<std::pair<std::string, std::string>>& variables) {
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  std::vector<std::string> words = command;
  execvp(words.front().c_str(), ArgumentsOf(words).data());
  throw std::system_error(errno, std::generic_category(), words.front());
}

int LaunchSelf(const std::vector<std::string>& arguments) {
  const std::optional<std::string> mpiexec = FindMpiexec();
  if (!mpiexec) {
    const char* named = std::getenv("MPIEXEC");
    throw std::invalid_argument(
        fmt::format("no mpiexec: {}; install {} (Debian: {}), set MPIEXEC to the launcher's "
                    "path, or start "
                    "colltune under your own launcher, as in: srun -n 16 colltune tune",
                    named && *named ? fmt::format("MPIEXEC is '{}', which is no program", named)
                                    : "there is none on PATH",
                    RunningLibrary().name, RunningLibrary().debian_package));
  }
  const int cores = UsableCores();
  if (cores < 2) {
    throw std::invalid_argument(
        "this machine lets colltune use one core only; start it under your launcher on several "
        "nodes, as in: mpiexec -n 16 -f HOSTS colltune tune");
  }
  std::vector<std::string> command = {*mpiexec,    "-n",   std::to_string(cores),
                                      "--bind-to", "core", OwnPath()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  if (ReachesTerminal()) setenv(kTerminalVariable, "1", 1);
  const int code = RunJob(std::move(command));
  return code <= kInterrupted ? code : kJobFailed;
}

std::string OwnPath() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace colltune::tune
