// method_errors [--methods A,B] [--ranks 8,16] [--sites N]: the error of each timing method against
// the truth, as a row of CSV for each broadcast, size and number of ranks. For smpirun.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "tests/measure/method_error.h"

namespace colltune::measure {
namespace {

struct Options {
  std::string platform;
  std::vector<std::string> methods;
  std::vector<int> ranks = {8, 16, 17, 32, 64};
  std::vector<std::string> algorithms;
  Collective collective = Collective::kBcast;
  int sites = 1;
};

bool Wanted(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

void PrintErrors(const Options& options, MPI_Comm comm) {
  Runner runner(comm);
  OperationMemory memory;
  for (const Choice& choice : Studied(options.collective)) {
    if (!Wanted(options.algorithms, ToText(choice))) continue;
    for (const std::int64_t bytes : {256, 65536}) {
      Operation operation(options.collective, choice, Bytes{bytes}, 0, runner, memory);
      if (!Declines(choice, operation.shape()).empty()) continue;
      const double truth = TrueTime(operation);
      for (const MethodEntry& method : Methods()) {
        if (!Wanted(options.methods, method.name) ||
            !Declines(method, options.collective).empty()) {
          continue;
        }
        const Summary summary = EstimateBy(method, operation);
        if (runner.rank() != 0) continue;
        fmt::print("{},{},{}:{},{},{},{:.3f},{:.3f},{:.4f}\n", options.platform, runner.ranks(),
                   ToText(options.collective), operation.name(), bytes, method.name, truth * 1e6,
                   summary.median.count() * 1e6, summary.median.count() / truth);
        std::fflush(stdout);
      }
    }
  }
}

int Main(int argc, char** argv) {
  CLI::App app;
  Options options;
  app.add_option("platform", options.platform)->required();
  app.add_option("--methods", options.methods)->delimiter(',');
  app.add_option("--algorithms", options.algorithms)->delimiter(',');
  app.add_option_function<std::string>(
      "--op", [&](const std::string& name) { options.collective = *FindCollective(name); });
  app.add_option("--ranks", options.ranks)->delimiter(',');
  app.add_option("--sites", options.sites);
  CLI11_PARSE(app, argc, argv);
  if (RankIn(MPI_COMM_WORLD) == 0) {
    fmt::print("platform,ranks,algorithm,bytes,method,truth_us,estimate_us,ratio\n");
  }
  for (const int ranks : options.ranks) {
    OnRanks(ranks, options.sites, [&](MPI_Comm comm) { PrintErrors(options, comm); });
  }
  return 0;
}

}  // namespace
}  // namespace colltune::measure

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const int code = colltune::measure::Main(argc, argv);
  PMPI_Finalize();
  return code;
}
