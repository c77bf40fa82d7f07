// Statistics for tests.
#ifndef COLLTUNE_TESTS_TUNER_STATS_OF_H_
#define COLLTUNE_TESTS_TUNER_STATS_OF_H_

#include <string>
#include <utility>

#include "profiles/stats/stats.h"
#include "tests/tuner/timed.h"

namespace colltune::tune {

/// Calls of 8 to 12 bytes, 10 in the mean, on MPI_COMM_WORLD of 2 ranks; times in microseconds.
inline CallStats CallsOf(std::int64_t calls, double mean_us, double median_us) {
  CallStats stats;
  stats.name = "MPI_COMM_WORLD";
  stats.ranks = 2;
  stats.ranks_per_node = 2;
  stats.least = Bytes{8};
  stats.most = Bytes{12};
  stats.mean_bytes = 10;
  stats.choice = "binomial";
  stats.why = "profile";
  stats.calls = calls;
  stats.samples = 50;
  stats.mean = Seconds(mean_us * kUs);
  stats.median = Seconds(median_us * kUs);
  return stats;
}

/// The file of one rank of `ranks`, which took a second.
inline StatsFile FileOf(std::string job, int rank, int ranks, std::vector<CallStats> calls) {
  StatsHeader header;
  header.job = std::move(job);
  header.rank = rank;
  header.ranks = ranks;
  header.elapsed = Seconds(1);
  return {header, std::move(calls)};
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_STATS_OF_H_
