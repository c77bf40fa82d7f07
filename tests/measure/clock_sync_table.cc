// Prints the cost and quality of each scheme, on the ranks that the program is started with.
#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "tests/measure/clock_sync_bench.h"

namespace colltune::measure {
namespace {

struct Row {
  std::string label;
  std::string_view scheme;
  SyncOptions options;
  int most_ranks = 1 << 20;
};

std::vector<Row> Rows() {
  const SyncOptions dense{.fit_points = 50, .fit_gap = Seconds(0)};
  return {
      {"linear", "linear", {}},
      {"tree", "tree", {}},
      // On 1000 ranks it would exchange 200 million messages, and the longer hca3 10 million.
      {"all_pairs", "all_pairs", {}, 128},
      {"jk, 50 points", "jk", dense},
      {"hca3, 50 points", "hca3", dense},
      {"hca3, 500 points, gaps of 1 ms", "hca3", {}, 128},
      {"interpolated", "interpolated", {}},
  };
}

void PrintHeader(int ranks) {
  fmt::print("{} ranks; us, the worst of all ranks; bound: certified\n", ranks);
  fmt::print("{:<32}{:>12}{:>9}{:>9}{:>9}{:>11}{:>11}{:>11}\n", "scheme", "cost", "at once", "+1 s",
             "+10 s", "bound", "+10 s", "violated");
}

/// Prints a row. Returns whether no bound was violated.
bool PrintRow(const Row& row) {
  constexpr int kLast = SyncQuality::kMoments - 1;
  const SyncQuality q = Try(*FindClockSync(row.scheme), row.options, MPI_COMM_WORLD);
  const auto us = [](Seconds time) { return Microseconds(time).count(); };
  if (RankIn(MPI_COMM_WORLD) == 0) {
    fmt::print("{:<32}{:>12.0f}{:>9.2f}{:>9.2f}{:>9.2f}{:>11.2f}{:>11.2f}{:>11}\n", row.label,
               us(q.cost), us(q.errors[0]), us(q.errors[1]), us(q.errors[kLast]), us(q.bounds[0]),
               us(q.bounds[kLast]), q.violations);
    std::fflush(stdout);
  }
  return q.violations == 0;
}

int PrintTable() {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  if (RankIn(MPI_COMM_WORLD) == 0) PrintHeader(ranks);
  bool holds = true;
  for (const Row& row : Rows()) {
    if (ranks <= row.most_ranks) holds = PrintRow(row) && holds;
  }
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace colltune::measure

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const int code = colltune::measure::PrintTable();
  PMPI_Finalize();
  return code;
}
