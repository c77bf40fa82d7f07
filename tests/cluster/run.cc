// run CLUSTER [-n RANKS] [--env NAME=VALUE]... -- PROGRAM [ARGUMENT...]: an MPI program on an
// emulated cluster, one rank on each host.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/cluster/description.h"
#include "tests/cluster/exit_codes.h"
#include "tests/cluster/job.h"
#include "tests/cluster/namespaces.h"

namespace colltune::cluster {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string cluster;
  int ranks = 0;  // 0: one for each host
  std::vector<std::string> environment;
  std::vector<std::string> command;
};

/// The folder of the files shipped with this program: its runfiles, or the test's folder beside it.
fs::path Folder(const std::string& program) {
  const fs::path own = fs::absolute(program);
  const fs::path runfiles = own.string() + ".runfiles/colltune/tests/cluster";
  return fs::exists(runfiles) ? runfiles : own.parent_path();
}

/// Reads a file, or a shipped file of that name; sets `name` to its path.
std::string ReadFile(std::string& name, const fs::path& folder) {
  if (!fs::exists(name)) {
    for (const char* const ending : {"", ".yaml"}) {
      if (fs::exists(folder / (name + ending))) name = folder / (name + ending);
    }
  }
  std::ifstream file(name);
  std::stringstream text;
  if (!(text << file.rdbuf())) {
    throw std::invalid_argument(fmt::format(
        "{}: neither a file that can be read nor a cluster of {}", name, folder.string()));
  }
  return text.str();
}

/// Throws std::runtime_error where no cluster can be emulated.
void CheckMachine() {
  if (geteuid() != 0) throw std::runtime_error("only root can make network namespaces");
  if (access("/dev/net/tun", R_OK | W_OK) != 0) {
    throw std::runtime_error(
        "no /dev/net/tun: the kernel has no TAP devices, or they are not for us");
  }
  if (std::system(
          "for tool in ip unshare setsid; do command -v $tool || exit 1; done >/dev/null")) {
    throw std::runtime_error("ip, unshare or setsid is missing (Debian: iproute2, util-linux)");
  }
}

Job MakeJob(const Options& options, const Description& cluster, const fs::path& folder) {
  const auto hosts = static_cast<int>(cluster.hosts.size());
  Job job;
  job.ranks = options.ranks == 0 ? hosts : options.ranks;
  if (job.ranks > hosts) {
    throw std::invalid_argument(fmt::format("-n {}: {} has {} hosts, and each has one rank",
                                            job.ranks, options.cluster, hosts));
  }
  for (const std::string& setting : options.environment) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument(fmt::format("--env {}: not NAME=VALUE", setting));
    }
    job.environment.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  job.command = options.command;
  job.mpiexec = folder / "../../../mpi/mpiexec";
  job.launcher = folder / "launch.sh";
  job.preload = folder / "libblocking.so";
  return job;
}

int Main(int argc, char** argv) {
  const fs::path folder = Folder(argv[0]);
  // `bazel run` starts programs in a folder of its own.
  const char* const caller = std::getenv("BUILD_WORKING_DIRECTORY");
  if (caller) fs::current_path(caller);
  CLI::App app("Runs an MPI program on an emulated cluster, one rank on each host.", "run");
  Options options;
  app.add_option(
         "cluster", options.cluster,
         "the description: a file, or one of equal16, unlike16, two_sites, slow_rack and one_slow")
      ->required();
  app.add_option("-n", options.ranks, "ranks, on the first hosts (default: on all hosts)")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--env", options.environment, "NAME=VALUE in the environment of the ranks")
      ->allow_extra_args(false);  // else "--" would end only this option
  app.add_option("command", options.command, "-- and the program with its arguments")->required();
  try {
    app.parse(argc, argv);
    const Description cluster =
        ParseDescription(ReadFile(options.cluster, folder), options.cluster);
    const Job job = MakeJob(options, cluster, folder);
    CheckMachine();
    return InOwnNamespaces([&] { return RunJob(cluster, job); });
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kWrongUse;
  } catch (const std::exception& error) {
    fmt::print(stderr, "cluster: {}\n", error.what());
    return kWrongUse;
  }
}

}  // namespace
}  // namespace colltune::cluster

int main(int argc, char** argv) { return colltune::cluster::Main(argc, argv); }
