// Two ways to do the same, timed in turns, so that other load on the machine slows both alike.
#ifndef COLLTUNE_TESTS_ALGORITHMS_IN_TURNS_H_
#define COLLTUNE_TESTS_ALGORITHMS_IN_TURNS_H_

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace colltune {

/// One call of a batch, given its number there.
using Call = std::function<void(int number)>;

/// Numbers of batches of each way, of those before them that are not counted, and of calls in one.
struct Batches {
  int count;
  int warm_up;
  int calls;
};

/// Medians of the time of a call, in seconds, and of the ratios of neighbouring batches.
struct InTurns {
  double first;
  double second;
  double ratio;  ///< of the second to the first
};

/// Returns the time of a call in seconds: the mean of a batch, on the slowest rank.
inline double TimeOf(int calls, const Call& call, MPI_Comm comm) {
  PMPI_Barrier(comm);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < calls; ++i) call(i);
  double time = (PMPI_Wtime() - begin) / calls;
  PMPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, comm);
  return time;
}

/// Returns the middle one of values, the upper of two.
inline double MiddleOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Times two ways in batches that alternate. Collective.
inline InTurns TimeInTurns(const Batches& batches, const Call& first, const Call& second,
                           MPI_Comm comm) {
  std::vector<double> firsts;
  std::vector<double> seconds;
  std::vector<double> ratios;
  for (int i = -batches.warm_up; i < batches.count; ++i) {
    // The first of the two has the colder caches.
    double one = i % 2 == 0 ? TimeOf(batches.calls, first, comm) : 0;
    const double other = TimeOf(batches.calls, second, comm);
    if (i % 2 != 0) one = TimeOf(batches.calls, first, comm);
    if (i < 0) continue;
    firsts.push_back(one);
    seconds.push_back(other);
    ratios.push_back(other / one);
  }
  return {MiddleOf(firsts), MiddleOf(seconds), MiddleOf(ratios)};
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_IN_TURNS_H_
