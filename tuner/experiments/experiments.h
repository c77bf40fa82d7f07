// Performing experiments in a job: one rank asks, all answer.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_EXPERIMENTS_H_
#define COLLTUNE_TUNER_EXPERIMENTS_EXPERIMENTS_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/methods/entrants.h"
#include "measure/methods/method.h"
#include "measure/methods/race.h"
#include "measure/network/repetition_limits.h"
#include "tuner/experiments/failure_watch.h"
#include "tuner/job/job.h"
#include "tuner/journal/ask.h"
#include "tuner/journal/failures.h"
#include "tuner/problem/job_places.h"
#include "tuner/problem/space.h"

namespace colltune::tune {

struct ExperimentOptions {
  StoppingRule rule;
  /// Of the statement that one that leaves a race early is slower than another, for the race as a
  /// whole. Without: all stay until they are known well enough.
  std::optional<double> elimination;
  /// The machine repeats itself: a first run tells what is slower, two more are enough for the
  /// rest, and what they span is the interval. So does the simulator, which takes no time but that
  /// of messages.
  bool exact = false;
  /// What its file knows is left out.
  FailureWatchOptions watch = {};
};

class Experiments {
 public:
  /// Collective over the job, which outlives it.
  Experiments(Job& job, const Clock& clock, ExperimentOptions options);

  /// Runs `lead` on rank 0, where it may ask as often as it likes; the other ranks take part in
  /// what it asks and return when it does. What `lead` throws is thrown there, and on the others
  /// Interrupted or ReportedElsewhere. Collective over the job.
  void Lead(const std::function<void(const Ask&)>& lead);

  /// What has failed is not performed again. To be called on rank 0; complete there.
  void LeaveOut(const Failures& failures);
  const Failures& failures() const { return failures_; }

  /// See FailureWatch.
  std::optional<Question> Unanswered() const { return watch_.Unanswered(); }

  const Nodes& nodes() const { return nodes_; }

  /// The choices that are shaped by the machine, and decline without, are performed on this one
  /// from now on. To be called on rank 0, while it leads.
  void UseMachine(const Machine& machine);
  /// Complete on rank 0 while it leads.
  const JobPlaces& places() const { return places_; }

  /// How operations of that collective are timed.
  const MethodEntry& MethodFor(Collective collective) const;

 private:
  /// Whether ranks go on with a question; the last one of what they say counts.
  enum class Verdict : int { kGoOn, kOutOfTime, kInterrupted };

  Answer Perform(const Question& question);
  Verdict Race(const Question& question, MPI_Comm comm, Answer& answer);
  Verdict Agree(MPI_Comm comm) const;
  std::vector<std::unique_ptr<Operation>> OperationsOf(const Question& question, Runner& runner,
                                                       OperationMemory& memory) const;
  void Serve();

  Job& job_;
  const Clock& clock_;
  ExperimentOptions options_;
  bool shares_clock_;
  Nodes nodes_;
  JobPlaces places_;
  OperationMemory memory_{OperationMemory::Content::kMeansNothing};
  OperationMemory checked_memory_;
  Failures failures_;  // on rank 0
  FailureWatch watch_;
  Seconds end_ = kUnlimited;  // of the question, on rank 0
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_EXPERIMENTS_H_
