// choices_truth PROFILE OP SIZES [OVERHEAD]: the time of every choice with root 0 on all ranks of
// the job, in virtual time. Prints a row for each: the collective, the ranks, the size, the choice,
// its time in seconds, and whether the profile decides for it. On a machine on which no send or
// receive takes less than OVERHEAD seconds, choices are left out whose number of messages alone
// makes them slower than another: with a thousand ranks such a choice may take an hour. Without a
// profile (-) there are no decisions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.h"
#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/machine_bytes.h"
#include "tests/truth.h"
#include "tuner/problem/candidates.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

/// Lower bound of a choice's time on a machine with this overhead, by the messages of rank 0.
double LeastTime(const Choice& choice, const Shape& problem, double overhead) {
  if (!choice.HasSchedule()) return 0;
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  const Schedule schedule = choice.algorithm->build(shape, /*rank=*/0, choice.parameters);
  std::size_t messages = 0;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) messages += schedule.round(i).messages.size();
  return overhead * static_cast<double>(messages);
}

/// The table's decision; the library where there is none.
std::string DecisionIn(const CompiledTable& table, Collective collective, Bytes bytes, int ranks,
                       int ranks_per_node) {
  for (const auto& row :
       table.RowsFor(collective, OnFullNodes(ranks, ranks_per_node), {1, Mapping::kBlock})) {
    if (row.roots && row.roots->first > 0) continue;
    for (const auto& rule : row.rules) {
      if (rule.first <= bytes && bytes <= rule.last) return std::string(rule.choice);
    }
  }
  return std::string(kLibrary.text());
}

void PrintAll(const char* path, Collective collective, const std::vector<Bytes>& sizes,
              double overhead) {
  // Compiled, as each of a thousand ranks would take a second to read a profile with its evidence.
  std::optional<CompiledTable> table;
  if (std::string_view(path) != "-") table.emplace(ReadCompiled(path), path);
  std::vector<std::string> hosts;
  for (const measure::Place& place : measure::PlacesOf(MPI_COMM_WORLD))
    hosts.push_back(HostKey(place.host));
  const auto on_first = static_cast<int>(std::ranges::count(hosts, hosts.front()));
  const auto machine = table ? table->machine() : nullptr;
  Runner runner(MPI_COMM_WORLD, machine ? PlacesIn(machine, hosts) : nullptr);
  measure::OperationMemory memory(measure::OperationMemory::Content::kMeansNothing);
  for (const Bytes bytes : sizes) {
    const Choice decision = ParseChoice(
        collective, table ? DecisionIn(*table, collective, bytes, runner.ranks(), on_first)
                          : std::string(kLibrary.text()));
    Shape shape = measure::ShapeOf(collective, bytes, /*root=*/0, runner.ranks());
    shape.places = runner.places();
    std::vector<Choice> choices = CandidatesFor(collective, shape);
    choices.insert(choices.begin(), Choice{});
    if (std::ranges::find(choices, decision) == choices.end()) choices.push_back(decision);
    double least = std::numeric_limits<double>::infinity();
    for (const Choice& choice : choices) {
      const bool may_win = LeastTime(choice, shape, overhead) <= least;
      if (!may_win && choice != decision) continue;
      measure::Operation operation(collective, choice, bytes, /*root=*/0, runner, memory);
      const double time = TrueTime(operation);
      least = std::min(least, time);
      if (RankIn(MPI_COMM_WORLD) != 0) continue;
      fmt::print("{},{},{},{},{:.9f},{}\n", ToText(collective), runner.ranks(), bytes.count,
                 operation.name(), time, table && choice == decision ? "decision" : "");
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace colltune::tune

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const bool known = argc == 4 || argc == 5;
  if (known) {
    colltune::tune::PrintAll(argv[1], *colltune::FindCollective(argv[2]),
                             colltune::tune::ParseSizes(argv[3], colltune::Bytes{1 << 30}),
                             argc == 5 ? std::atof(argv[4]) : 0);
  }
  PMPI_Finalize();
  return known ? 0 : 2;
}
