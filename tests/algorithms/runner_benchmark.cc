// What it costs to read a schedule: the runner against loops of point-to-point calls written by
// hand for the same algorithms, to be run on 2 ranks.
//
// Batches of the two alternate, so that whatever else the machine does meets both; a batch takes as
// long as its slowest rank. Prints the medians and the median of the ratios of neighbouring
// batches.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "algorithms/calls.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

constexpr int kBatches = 1001;
constexpr int kWarmUp = 20;  // batches that are not counted

/// The time of one call in nanoseconds: the mean of a batch, on the slowest rank.
double Time(int calls, const std::function<void()>& call, MPI_Comm comm) {
  PMPI_Barrier(comm);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < calls; ++i) call();
  double time = (PMPI_Wtime() - begin) / calls * 1e9;
  PMPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, comm);
  return time;
}

double Median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + kBatches / 2);
  return values[kBatches / 2];
}

void Compare(const char* what, int bytes, const std::function<void()>& by_hand,
             const std::function<void()>& by_runner, MPI_Comm comm) {
  const int calls = bytes > 1024 ? 50 : 500;  // some 100 us and more
  std::vector<double> hand;
  std::vector<double> runner;
  std::vector<double> ratio;
  for (int i = -kWarmUp; i < kBatches; ++i) {
    // Whichever is first has the colder caches.
    double hand_time = i % 2 == 0 ? Time(calls, by_hand, comm) : 0;
    const double runner_time = Time(calls, by_runner, comm);
    if (i % 2 != 0) hand_time = Time(calls, by_hand, comm);
    if (i < 0) continue;
    hand.push_back(hand_time);
    runner.push_back(runner_time);
    ratio.push_back(runner_time / hand_time);
  }
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank == 0) {
    fmt::print("{:<30} {:>6} B: by hand {:8.1f} ns, runner {:8.1f} ns, ratio {:.3f}\n", what, bytes,
               Median(hand), Median(runner), Median(ratio));
  }
}

void BinomialBcast(void* data, int count, MPI_Comm comm) {
  int ranks = 0;
  int rank = 0;
  PMPI_Comm_size(comm, &ranks);
  PMPI_Comm_rank(comm, &rank);
  int mask = 1;
  for (; mask < ranks; mask *= 2) {
    if ((rank & mask) == 0) continue;
    PMPI_Recv(data, count, MPI_DOUBLE, rank - mask, 0, comm, MPI_STATUS_IGNORE);
    break;
  }
  for (mask /= 2; mask > 0; mask /= 2) {
    if (rank + mask < ranks) PMPI_Send(data, count, MPI_DOUBLE, rank + mask, 0, comm);
  }
}

void RecursiveDoublingAllreduce(const void* send, void* receive, void* scratch, int count,
                                MPI_Comm comm) {
  int ranks = 0;
  int rank = 0;
  PMPI_Comm_size(comm, &ranks);
  PMPI_Comm_rank(comm, &rank);
  std::memcpy(receive, send, static_cast<std::size_t>(count) * sizeof(double));
  for (int mask = 1; mask < ranks; mask *= 2) {
    const int partner = rank ^ mask;
    PMPI_Sendrecv(receive, count, MPI_DOUBLE, partner, 0, scratch, count, MPI_DOUBLE, partner, 0,
                  comm, MPI_STATUS_IGNORE);
    PMPI_Reduce_local(scratch, receive, count, MPI_DOUBLE, MPI_SUM);
  }
}

void CompareAll(int bytes) {
  Runner runner(MPI_COMM_WORLD);
  const UniqueComm comm = PrivateCopy(MPI_COMM_WORLD);
  const int count = bytes / static_cast<int>(sizeof(double));
  std::vector<double> send(static_cast<std::size_t>(count), 1.0);
  std::vector<double> receive(send.size());
  std::vector<double> scratch(send.size());
  const Choice bcast = ParseChoice(Collective::kBcast, "binomial");
  Compare(
      "bcast:binomial", bytes, [&] { BinomialBcast(send.data(), count, comm.get()); },
      [&] { Bcast(runner, bcast, send.data(), count, MPI_DOUBLE, 0); }, comm.get());
  const Choice allreduce = ParseChoice(Collective::kAllreduce, "recursive_doubling");
  Compare(
      "allreduce:recursive_doubling", bytes,
      [&] {
        RecursiveDoublingAllreduce(send.data(), receive.data(), scratch.data(), count, comm.get());
      },
      [&] {
        Allreduce(runner, allreduce, send.data(), receive.data(), count, MPI_DOUBLE, MPI_SUM);
      },
      comm.get());
}

}  // namespace
}  // namespace colltune

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  for (const int bytes : {8, 64 << 10}) colltune::CompareAll(bytes);
  PMPI_Finalize();
}
