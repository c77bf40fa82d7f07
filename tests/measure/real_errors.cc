// real_errors: the per-destination method against the truth on the machine at hand, whose two ranks
// have one clock: operations that both start at a common deadline. Both are timed in turns, in one
// run. For mpiexec -n 2, a core for each.
#include <fmt/format.h>

#include <cstdio>

#include "measure/methods/race.h"

namespace colltune::measure {
namespace {

// The number of batches of 10, and of single operations, whose medians are steady to some percent.
constexpr StoppingRule kRule = {.min_reps = 400, .max_reps = 400};

void PrintErrors(Runner& runner) {
  const Clock& clock = WtimeClock();
  GlobalClock global(runner.comm(), clock, StandardClockSync(runner.comm(), clock), {});
  OperationMemory memory;
  for (const char* name : {"flat", "library"}) {
    for (const std::int64_t bytes : {8, 256, 4096, 65536}) {
      Operation operation(Collective::kBcast, ParseChoice(Collective::kBcast, name), Bytes{bytes},
                          0, runner, memory);
      std::vector<std::unique_ptr<Method>> methods;
      for (const char* method : {"per_destination", "round_time"}) {
        methods.push_back(FindMethod(method)->make(operation, global, {}));
      }
      const auto series = Race(methods, &global, {kRule, {}}, 1, [] { return true; });
      const Summary estimate = Summarise(series[0].All(), 0.99);
      const Summary truth = Summarise(series[1].All(), 0.99);
      if (runner.rank() != 0) continue;
      fmt::print("{:<8} {:>6} B  truth {:7.3f} us  per_destination {:7.3f} us  {:+6.1f} %\n", name,
                 bytes, truth.median.count() * 1e6, estimate.median.count() * 1e6,
                 100 * (estimate.median / truth.median - 1));
    }
  }
}

}  // namespace
}  // namespace colltune::measure

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  {
    colltune::Runner runner(MPI_COMM_WORLD);
    colltune::measure::PrintErrors(runner);
  }
  PMPI_Finalize();
}
