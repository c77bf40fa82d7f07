// COLLTUNE_STATS: the file that each process writes of its calls.
//
// A file for each process, as nothing is sent for it: at MPI_Finalize some rank may not be there
// any more, and appending to one file is not atomic on several nodes' NFS.
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
#include "tuner/intercept/tally.h"

namespace colltune::intercept {

/// Text for StatsHeader::job, for a job of which this is rank 0.
std::string NewJobName();

class Statistics {
 public:
  /// Makes the files, still empty; an old one must not pass for this job's. Where some cannot be
  /// made, the first rank that cannot says so in one line, and returns nothing, as do the others
  /// that cannot. Collective over MPI_COMM_WORLD, with the same arguments on all ranks.
  static std::unique_ptr<Statistics> Open(const std::string& path, std::string job,
                                          std::string profile);

  /// Keeps what is to be told of a communicator that ends. Not for several threads at a time.
  void Retire(const Tally& tally) noexcept;

  /// Fills the file; a warning where that fails. Nothing in a child of the process that made it.
  /// To be called before MPI_Finalize.
  void Write();

 private:
  Statistics(std::string path, StatsHeader header);
  using Kind = std::tuple<Layout, Collective, int, std::string, std::string>;

  const std::string path_;
  StatsHeader header_;
  const pid_t process_;
  const double begin_;
  std::vector<CallStats> told_;
  std::size_t communicators_ = 0;  // that are told apart in `told_`
  std::map<Kind, CallStats> others_;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_STATISTICS_H_
