// COLLTUNE_STATS: the file of statistics that each process writes of its calls.
//
// Each process has its own file, for two reasons:
//   - Nothing is sent: at MPI_Finalize some rank may not be there any more.
//   - Appending to a shared file is not atomic if several nodes do so through NFS.
#ifndef COLLTUNE_TUNER_INTERCEPT_STATISTICS_H_
#define COLLTUNE_TUNER_INTERCEPT_STATISTICS_H_

#include <mpi.h>
#include <unistd.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "profiles/stats/stats.h"
#include "tuner/intercept/call_counters.h"

namespace colltune::intercept {

/// Returns a name for StatsHeader::job: host, process and time. To be called on the job's rank 0.
std::string NewJobName();

class Statistics {
 public:
  /// Makes an empty file on each rank, so that no old file passes for this job's. Each rank that
  /// cannot make its file returns nullptr; the first of these ranks prints one line for all.
  /// Collective over MPI_COMM_WORLD, with the same arguments on all ranks.
  static std::unique_ptr<Statistics> Open(const std::string& path, std::string job,
                                          std::string profile);

  /// Keeps the statistics of a communicator that ends. Not for several threads at a time.
  void Retire(const CallCounters& tally) noexcept;

  /// Writes the statistics to the file; prints a warning where that fails. Does nothing in a child
  /// of the process that made the file. To be called before MPI_Finalize.
  void Write();

 private:
  Statistics(std::string path, StatsHeader header);
  using Kind = std::tuple<Layout, Collective, int, std::string, std::string>;

  const std::string path_;
  StatsHeader header_;
  const pid_t process_;
  const double begin_;
  std::vector<CallStats> told_;
  std::size_t communicators_ = 0;  // retired so far; `told_` has the first kMostToldApart of them
  std::map<Kind, CallStats> others_;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_STATISTICS_H_
