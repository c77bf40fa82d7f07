// Performing experiments in a job: one rank leads, all take part.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_EXPERIMENTS_H_
#define COLLTUNE_TUNER_EXPERIMENTS_EXPERIMENTS_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "measure/methods/entrants.h"
#include "measure/methods/method.h"
#include "measure/methods/race.h"
#include "measure/network/repetition_limits.h"
#include "tuner/experiments/failure_watch.h"
#include "tuner/job/job.h"
#include "tuner/journal/failures.h"
#include "tuner/journal/run_trial.h"
#include "tuner/problem/job_layout.h"
#include "tuner/problem/job_places.h"
#include "tuner/problem/timing_model.h"

namespace colltune::tune {

struct ExperimentOptions {
  measure::StoppingRule rule;
  /// Confidence that every candidate eliminated early from a race is slower than another one, for
  /// the race as a whole. Empty: every candidate stays until `rule` is satisfied.
  std::optional<double> elimination;
  /// With exact times a first repetition tells which candidates are slower; two more are enough for
  /// the others. The interval is the span of the times.
  TimingModel timing = TimingModel::kNoisy;
  /// The watch over hangs; candidates that its file names are left out.
  FailureWatchOptions watch = {};
};

/// Trials whose layout has siblings are performed by all siblings in step: each repetition begins
/// in all of them together, and ends with the slowest one. (By methods without a global clock the
/// first sibling's times count.)
class Experiments {
 public:
  /// Collective over `job`, which must outlive this object.
  Experiments(Job& job, const measure::Clock& clock, ExperimentOptions options);

  /// Runs `lead` on rank 0, where `lead` may run any number of trials. The other ranks take part
  /// in these trials and return when `lead` does. Rank 0 throws the exception of `lead`; the
  /// other ranks then throw Interrupted or ReportedElsewhere. An exception while all ranks perform
  /// a trial is thrown on all. Collective over the job.
  void Lead(const std::function<void(const RunTrial&)>& lead);

  /// Excludes failed candidates from further trials. To be called on rank 0; failures() is
  /// complete there.
  void LeaveOut(const Failures& failures);
  const Failures& failures() const { return failures_; }

  /// See FailureWatch.
  std::optional<Trial> Unfinished() const { return watch_.Unfinished(); }

  const Nodes& nodes() const { return nodes_; }

  /// Sets the machine for choices that are shaped by its topology, and decline without a machine.
  /// To be called on rank 0, within Lead.
  void UseMachine(const Machine& machine);
  /// Returns the places of the ranks; complete on rank 0, within Lead.
  const JobPlaces& places() const { return places_; }

  /// Returns the timing method for operations of `collective`.
  const measure::MethodEntry& MethodFor(Collective collective) const;

 private:
  /// A rank's vote on going on with a trial; the highest vote of all ranks counts.
  enum class Verdict : int { kGoOn, kOutOfTime, kInterrupted };

  /// Communicators that perform a trial at the same time: one, or siblings.
  struct Performers {
    std::vector<Rank> ranks;  ///< of all siblings, rising; the first rank leads
    UniqueComm all;           ///< of `ranks`; none where this rank takes no part
    UniqueComm part;          ///< of this rank's sibling; none where there is one communicator
    int sibling = 0;          ///< number of this rank's sibling
  };

  Performers PerformersOf(const Trial& trial) const;
  TrialResult Perform(const Trial& trial);
  Verdict TakePart(const Trial& trial, const Performers& performers, TrialResult& result);
  TrialResult Follow(Rank lead);
  Verdict Race(const Trial& trial, const Performers& performers, TrialResult& result);
  Verdict Agree(MPI_Comm comm) const;
  bool IsDeclined(const Choice& choice, const Problem& problem) const;
  std::vector<std::unique_ptr<measure::Operation>> OperationsOf(
      const Trial& trial, Runner& runner, measure::OperationMemory& memory) const;
  void Serve();

  Job& job_;
  const measure::Clock& clock_;
  ExperimentOptions options_;
  bool shares_clock_;
  const bool is_exact_;
  Nodes nodes_;
  JobPlaces places_;
  measure::OperationMemory memory_{measure::OperationMemory::Content::kMeansNothing};
  measure::OperationMemory checked_memory_;
  Failures failures_;  // on rank 0
  FailureWatch watch_;
  Seconds end_ = measure::kUnlimited;  // deadline of the current trial, on the rank that leads it
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_EXPERIMENTS_H_
