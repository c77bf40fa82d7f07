// Gain by running ahead: the runner with programs, and with the same schedules round by round, in
// turns. Run it on ranks that are far from each other; tests/cluster/README.md has its table.
//
// Prints the medians, and the median of the ratios of neighbouring calls.
#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.h"
#include "algorithms/run/runner.h"
#include "tests/algorithms/in_turns.h"

namespace colltune {
namespace {

/// Memory of a call with `bytes` bytes in all blocks of a rank.
class Memory {
 public:
  Memory(Collective collective, int ranks, int bytes)
      : all_(bytes / static_cast<int>(sizeof(double))), send_(Elements()), receive_(Elements()) {
    const bool whole = collective == Collective::kBcast ||
                       collective == Collective::kReduce;  // one block, which the schedule divides
    shape_ = {.ranks = ranks, .elements = whole ? all_ : 1, .element = Bytes{sizeof(double)}};
    const int block = whole ? 1 : all_ / ranks;
    operands_ = {.input = BufferView(send_.data(), block, MPI_DOUBLE),
                 .output = BufferView(receive_.data(), block, MPI_DOUBLE),
                 .scratch = BufferView(nullptr, block, MPI_DOUBLE),
                 .op = MPI_SUM};
  }

  const Shape& shape() const { return shape_; }
  const Operands& operands() const { return operands_; }

 private:
  std::size_t Elements() const { return static_cast<std::size_t>(all_); }

  int all_;
  std::vector<double> send_;
  std::vector<double> receive_;
  Shape shape_;
  Operands operands_;
};

void Compare(Runner& runner, Collective collective, std::string_view name, int bytes, int calls) {
  const Choice choice = ParseChoice(collective, name);
  const Memory memory(collective, runner.ranks(), bytes);
  const Schedule schedule =
      choice.algorithm->build(memory.shape(), runner.rank(), choice.parameters);
  const Call rounds = [&](int) { runner.Run(schedule, memory.operands()); };
  const Call ahead = [&](int) { runner.Run(choice, memory.shape(), memory.operands()); };
  const InTurns times =
      TimeInTurns({.count = calls, .warm_up = 1, .calls = 1}, rounds, ahead, runner.comm());
  if (runner.rank() != 0) return;
  const std::string what = fmt::format("{}:{}", ToText(collective), name);
  fmt::print("{:<34} {:>5} KiB: by rounds {:8.1f} ms, ahead {:8.1f} ms, ratio {:.2f}\n", what,
             bytes >> 10, 1e3 * times.first, 1e3 * times.second, 1 / times.ratio);
}

void CompareAll(int calls) {
  Runner runner(MPI_COMM_WORLD);
  for (const int kib : {256, 1024, 4096}) {
    const int bytes = kib << 10;
    Compare(runner, Collective::kBcast, "chain_pipelined:segment=32K", bytes, calls);
    Compare(runner, Collective::kBcast, "circulant:segment=32K", bytes, calls);
    Compare(runner, Collective::kReduce, "chain:segment=32K", bytes, calls);
    Compare(runner, Collective::kAllgather, "ring", bytes, calls);
    Compare(runner, Collective::kReduceScatterBlock, "ring", bytes, calls);
  }
}

}  // namespace
}  // namespace colltune

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  colltune::CompareAll(argc > 1 ? std::atoi(argv[1]) : 9);
  PMPI_Finalize();
}
