// Cost of starting the preload library: load_benchmark RULES PROFILE
//
// Writes a profile of slightly more than RULES rules, for all collectives, to PROFILE. Between
// MPI_Init and the application's first call then reads, checks and shares it, as in a preload. Also
// makes the first communicator's entry. Rank 0 prints the microseconds of both (of the slowest
// rank, after a barrier) and the kilobytes by which the resident memory of its process grew.
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>

#include "algorithms/registry.h"
#include "profiles/compiled/compiled_table.h"
#include "tuner/intercept/process_state.h"

namespace {

using namespace colltune;             // NOLINT(google-build-using-namespace): a program of its own
using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): a program of its own

constexpr int kRulesOfARow = 10;

/// Equally many rows for each collective, for 2, 3, ... ranks of one node, with rules for 1 B to 1
/// MiB.
DecisionTable TableOf(int rules) {
  constexpr int kCollectives = static_cast<int>(kCollectiveNames.size());
  const int rows = rules / (kCollectives * kRulesOfARow) + 1;
  DecisionTable table;
  for (int i = 0; i < kCollectives * rows; ++i) {
    const auto collective = static_cast<Collective>(i / rows);
    const int ranks = 2 + i % rows;
    Row row{.collective = collective, .region = RegionOf(ranks, ranks), .rules = {}};
    const auto choices = StandardChoices(collective);
    for (int k = 0; k < kRulesOfARow; ++k) {
      const std::string choice = ToText(choices[static_cast<std::size_t>(k) % choices.size()]);
      row.rules.push_back({{1LL << (2 * k)}, {(4LL << (2 * k)) - 1}, choice, {}});
    }
    table.rows.push_back(row);
  }
  return table;
}

long ResidentKilobytes() {
  std::ifstream file("/proc/self/statm");
  long all = 0;
  long resident = 0;
  file >> all >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

template <typename What>
double SlowestMicroseconds(const What& what) {
  PMPI_Barrier(MPI_COMM_WORLD);
  const double start = PMPI_Wtime();
  what();
  const double mine = (PMPI_Wtime() - start) * 1e6;
  double slowest = 0;
  PMPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  PMPI_Init(&argc, &argv);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string path = argv[2];
  if (rank == 0) {
    const std::string profile = "the profile " + path + "\n";
    std::ofstream(path) << profile;
    std::ofstream(path + ".table", std::ios::binary)
        << CompileTable(ThisMachine(), TableOf(std::stoi(argv[1])), SourceOf(profile));
  }
  setenv("COLLTUNE_PROFILE", path.c_str(), 1);
  // The library's own buffers exist when an application makes its first call.
  for (int i = 0; i < 100; ++i) SlowestMicroseconds([] {});

  const long before = ResidentKilobytes();
  const double start = SlowestMicroseconds([] { Start(); });
  const double entry = SlowestMicroseconds([] { ActiveState()->Add(MPI_COMM_WORLD); });
  const long after = ResidentKilobytes();
  if (rank == 0) fmt::print("{:.0f} {:.0f} {}\n", start, entry, after - before);
  Stop();
  PMPI_Finalize();
} catch (const std::exception& error) {
  fmt::print(stderr, "load_benchmark: {}\n", error.what());
  return 1;
}
