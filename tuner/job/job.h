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

/// Lifetime of MPI, from MPI_Init to MPI_Finalize. One for each process.
class Job {
 public:
  /// Whether a launcher (mpiexec, srun, smpirun) started this process as one of a job.
  static bool IsLaunched();

  Job(int* argc, char*** argv);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Communicator of all processes of the job; its errors return.
  MPI_Comm comm() const { return comm_.get(); }
  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }
  bool IsRoot() const { return rank_ == 0; }

  /// Adds `advice` to the line that names this process and its host when it is killed or crashes.
  /// Without this call the line has no advice. (The simulator has no such line: ranks are threads
  /// there.) Adds `advice` also to the line of rank 0 when an interrupt cuts rank 0 short.
  void SayIfKilled(const std::string& advice) const;

  /// Ends all processes of the job, with this exit code, also while MPI calls hang: may be called
  /// on any thread.
  [[noreturn]] void End(int code) const;

  /// Whether `mine` is true on any rank of `comm`. Collective over `comm`.
  static bool Any(bool mine, MPI_Comm comm);

  /// Runs `body` on rank 0 alone. Rank 0 rethrows an exception of `body`; the other ranks then
  /// throw Interrupted if rank 0 does, and else ReportedElsewhere. So all ranks leave together.
  /// Collective.
  void OnRoot(const std::function<void()>& body);

  /// The names of the nodes, in the order of their first ranks, each once; complete on rank 0.
  /// Collective.
  std::vector<std::string> Hosts() const;

  /// Returns a communicator of the ranks that give the same color, in their order; an empty one for
  /// MPI_UNDEFINED. Collective.
  UniqueComm Split(int color) const;

  /// Returns a communicator of the first `ranks` ranks; an empty one on all other ranks.
  /// Collective.
  UniqueComm FirstRanks(int ranks) const { return Split(rank_ < ranks ? 0 : MPI_UNDEFINED); }

 private:
  std::optional<Witness> witness_;  // first: starts before MPI and ends after it
  UniqueComm comm_;
  int ranks_ = 0;
  Rank rank_ = 0;
};

/// Throw std::invalid_argument on all ranks alike: DemandTwoRanks where the job has one rank alone,
/// DemandRoot where --root is not one of the first `ranks` ranks.
void DemandTwoRanks(const Job& job);
void DemandRoot(Rank root, int ranks);

/// The current time in UTC, as 2026-01-31T12:00:00Z.
std::string DateText();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_JOB_H_
