// table_truth PROFILE: compares each decision of a profile with the best candidate, in virtual
// time. It times every candidate anew, at every size and number of ranks with samples, from a
// common start. Prints the decisions that take more than 3 % longer than the best algorithm; exits
// 1 for any.
#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "algorithms/registry.h"
#include "profiles/yaml/files.h"
#include "tests/truth.h"
#include "tuner/problem/candidates.h"

namespace colltune::tune {
namespace {

constexpr double kAllowed = 1 / 0.97 - 1;  // the library keeps its place up to 3 % of its time

struct Count {
  int points = 0;
  int bad = 0;
  double worst = 0;
};

void CheckPoint(const Row& row, Bytes bytes, Runner& runner, measure::OperationMemory& memory,
                Count& count) {
  const ChoiceId choice = row.Find(bytes)->choice;
  double best = 1e9;  // s
  double chosen = 0;
  const auto measure = [&](const Choice& candidate) {
    measure::Operation operation(row.collective, candidate, bytes, row.FirstRoot(), runner, memory);
    const double time = TrueTime(operation);
    if (!candidate.IsLibrary()) best = std::min(best, time);
    if (operation.name() == choice) chosen = time;
  };
  Shape shape =
      measure::ShapeOf(row.collective, bytes, row.FirstRoot(), row.region.Smallest().ranks);
  shape.places = runner.places();
  for (const Choice& candidate : CandidatesFor(row.collective, shape)) measure(candidate);
  measure({});
  if (chosen == 0)
    measure(ParseChoice(row.collective, choice.text()));  // a segment that is no other's
  ++count.points;
  count.worst = std::max(count.worst, chosen / best - 1);
  if (chosen > 0 && chosen <= (1 + kAllowed) * best) return;
  ++count.bad;
  if (RankIn(runner.comm()) == 0) {
    fmt::print("{} ranks, {} bytes: {} takes {:.2f} us, the best {:.2f} us\n",
               row.region.Smallest().ranks, bytes.count, choice, chosen * 1e6, best * 1e6);
  }
}

Count CheckRow(const Row& row, const std::optional<Machine>& machine) {
  Count count;
  MPI_Comm comm = MPI_COMM_NULL;
  const Rank self = RankIn(MPI_COMM_WORLD);
  PMPI_Comm_split(MPI_COMM_WORLD, self < row.region.Smallest().ranks ? 0 : MPI_UNDEFINED, self,
                  &comm);
  if (comm == MPI_COMM_NULL) return count;
  const UniqueComm owner(comm);
  Runner runner(comm, machine ? PlacesIn(comm, *machine) : nullptr);
  measure::OperationMemory memory;
  for (const Rule& rule : row.rules) {
    for (const Evidence& evidence : rule.evidence) {
      if (evidence.candidates.empty() || evidence.candidates.front().samples == 0) continue;
      CheckPoint(row, evidence.bytes, runner, memory, count);
    }
  }
  return count;
}

int CheckProfile(const char* path) {
  const Profile profile = ReadProfile(path);
  Count all;
  for (const Row& row : profile.table.rows) {
    const Count count = CheckRow(row, profile.machine);
    all.points += count.points;
    all.bad += count.bad;
    all.worst = std::max(all.worst, count.worst);
  }
  if (RankIn(MPI_COMM_WORLD) == 0) {
    fmt::print("{} points, {} off by more than 3 %, worst {:.2f} %\n", all.points, all.bad,
               100 * all.worst);
  }
  return all.points > 0 && all.bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace colltune::tune

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const int code = argc == 2 ? colltune::tune::CheckProfile(argv[1]) : 2;
  PMPI_Finalize();
  return code;
}
