// The MPI job that a parallel command runs in.
#ifndef COLLTUNE_TUNER_JOB_JOB_H_
#define COLLTUNE_TUNER_JOB_JOB_H_

#include <mpi.h>

#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "algorithms/shape.h"
#include "tuner/job/crash_reporter.h"

namespace colltune::tune {

/// A command's failure that another rank reports.
class ReportedElsewhere : public std::runtime_error {
 public:
  ReportedElsewhere() : std::runtime_error("another rank reports the failure") {}
};

/// MPI from its start to its end. One for each process.
class Job {
 public:
  /// Whether a launcher (mpiexec, srun, smpirun) started this process as one of a job.
  static bool IsLaunched();

  Job(int* argc, char*** argv);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// All processes of the job; errors return.
  MPI_Comm comm() const { return comm_.get(); }
  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }
  bool IsRoot() const { return rank_ == 0; }

  /// From now on, when this process is killed or crashes, a line names it and its host, and says
  /// this. (Before, it only names them. Nothing in the simulator, where ranks are threads.) So does
  /// a line on rank 0 when an interrupt cuts it short.
  void SayIfKilled(const std::string& advice) const;

  /// Ends all processes of the job, with this exit code, also while MPI calls hang: may be called
  /// on any thread.
  [[noreturn]] void End(int code) const;

  /// Whether any rank of `comm` says so. Collective over it.
  static bool Any(bool mine, MPI_Comm comm);

  /// Runs `body` on rank 0 alone. What it throws is thrown there, and on the others Interrupted or
  /// ReportedElsewhere, so that all ranks leave together. Collective.
  void OnRoot(const std::function<void()>& body);

  /// The names of the nodes, sorted, each once; complete on rank 0. Collective.
  std::vector<std::string> Hosts() const;

  /// A communicator of the first `ranks`; none on the others. Collective.
  UniqueComm FirstRanks(int ranks) const;

  /// The largest number of processes of `comm` on one node. Collective over it.
  static int RanksPerNode(MPI_Comm comm);

 private:
  std::optional<Witness> witness_;  // first, as it starts before MPI and ends behind it
  UniqueComm comm_;
  int ranks_ = 0;
  Rank rank_ = 0;
};

/// Throw std::invalid_argument, on all ranks alike: where there is nobody to exchange messages
/// with, and where --root is not one of the first `ranks`.
void DemandTwoRanks(const Job& job);
void DemandRoot(Rank root, int ranks);

/// Now, in UTC, as 2026-01-31T12:00:00Z.
std::string DateText();

/// The name of the node that this process runs on, as MPI knows it.
std::string ProcessorName();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_JOB_H_
