// Cost of reading a schedule: the runner against loops of point-to-point calls written by hand for
// the same algorithms. Run it on 2 ranks.
//
// Prints the medians of batches in turns, and the median of the ratios of neighbouring batches.
#include <fmt/format.h>
#include <mpi.h>

#include <vector>

#include "algorithms/registry.h"
#include "algorithms/run/calls.h"
#include "tests/algorithms/in_turns.h"

namespace colltune {
namespace {

/// Compares calls, whose number gives the root if the collective has one. Roots alternate, so that
/// no rank runs ahead of the other. Otherwise the queue between them would fill, and the queue
/// would be measured.
void Compare(const char* what, int bytes, const Call& by_hand, const Call& by_runner,
             MPI_Comm comm) {
  const int calls = bytes > 1024 ? 50 : 500;  // some 100 us and more
  const auto [hand, runner, ratio] =
      TimeInTurns({.count = 1001, .warm_up = 20, .calls = calls}, by_hand, by_runner, comm);
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank == 0) {
    fmt::print("{:<30} {:>6} B: by hand {:8.1f} ns, runner {:8.1f} ns, ratio {:.3f}\n", what, bytes,
               1e9 * hand, 1e9 * runner, ratio);
  }
}

void BinomialBcast(void* data, int count, Rank root, MPI_Comm comm) {
  int ranks = 0;
  int rank = 0;
  PMPI_Comm_size(comm, &ranks);
  PMPI_Comm_rank(comm, &rank);
  const int relative = (rank - root + ranks) % ranks;
  int mask = 1;
  for (; mask < ranks; mask *= 2) {
    if ((relative & mask) == 0) continue;
    PMPI_Recv(data, count, MPI_DOUBLE, (rank - mask + ranks) % ranks, 0, comm, MPI_STATUS_IGNORE);
    break;
  }
  for (mask /= 2; mask > 0; mask /= 2) {
    if (relative + mask >= ranks) continue;
    PMPI_Send(data, count, MPI_DOUBLE, (rank + mask) % ranks, 0, comm);
  }
}

void RecursiveDoublingAllreduce(const void* send, void* receive, void* scratch, int count,
                                MPI_Comm comm) {
  int ranks = 0;
  int rank = 0;
  PMPI_Comm_size(comm, &ranks);
  PMPI_Comm_rank(comm, &rank);
  for (int mask = 1; mask < ranks; mask *= 2) {
    const int partner = rank ^ mask;
    const void* const mine = mask == 1 ? send : receive;
    void* const theirs = mask == 1 ? receive : scratch;
    PMPI_Sendrecv(mine, count, MPI_DOUBLE, partner, 0, theirs, count, MPI_DOUBLE, partner, 0, comm,
                  MPI_STATUS_IGNORE);
    PMPI_Reduce_local(mask == 1 ? mine : theirs, receive, count, MPI_DOUBLE, MPI_SUM);
  }
}

void CompareAll(int bytes) {
  Runner runner(MPI_COMM_WORLD);
  const MPI_Comm comm = runner.comm();
  const int count = bytes / static_cast<int>(sizeof(double));
  std::vector<double> send(static_cast<std::size_t>(count), 1.0);
  std::vector<double> receive(send.size());
  std::vector<double> scratch(send.size());
  const Choice bcast = ParseChoice(Collective::kBcast, "binomial");
  Compare(
      "bcast:binomial", bytes, [&](int i) { BinomialBcast(send.data(), count, i % 2, comm); },
      [&](int i) { Bcast(runner, bcast, send.data(), count, MPI_DOUBLE, i % 2); }, comm);
  const Choice allreduce = ParseChoice(Collective::kAllreduce, "recursive_doubling");
  Compare(
      "allreduce:recursive_doubling", bytes,
      [&](int) {
        RecursiveDoublingAllreduce(send.data(), receive.data(), scratch.data(), count, comm);
      },
      [&](int) {
        Allreduce(runner, allreduce, send.data(), receive.data(), count, MPI_DOUBLE, MPI_SUM);
      },
      comm);
}

}  // namespace
}  // namespace colltune

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  for (const int bytes : {8, 64 << 10}) colltune::CompareAll(bytes);
  PMPI_Finalize();
}
