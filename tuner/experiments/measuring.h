// Timing implementations of one collective at many points: numbers of ranks and sizes.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_MEASURING_H_
#define COLLTUNE_TUNER_EXPERIMENTS_MEASURING_H_

#include <optional>
#include <string>
#include <vector>

#include "measure/methods/barrier_skew.h"
#include "measure/methods/processor_costs.h"
#include "measure/methods/race.h"
#include "measure/records/records.h"
#include "tuner/job/job.h"
#include "tuner/job/progress.h"
#include "tuner/journal/failures.h"

namespace colltune::tune {

struct MeasuringPlan {
  Collective collective = Collective::kBcast;
  std::vector<Choice> implementations;
  bool skip_declined = false;  ///< leave out implementations that decline a shape; false: throw
  const measure::MethodEntry* method = nullptr;
  measure::MethodOptions method_options;
  const measure::Clock* clock = nullptr;
  const measure::ClockSync* clock_sync = nullptr;  ///< nullptr: StandardClockSync
  measure::SyncOptions sync_options;
  std::vector<int> ranks;  ///< numbers of ranks, the first of the job; empty: all ranks
  std::vector<Bytes> sizes;
  Rank root = 0;
  measure::StoppingRule rule;
  bool processor_costs = false;   ///< also each rank's overhead and gap
  std::optional<Seconds> budget;  ///< for all points together, shared evenly
  int run = 0;                    ///< 0: the only run; above 0: shuffles the points by this seed
  ProgressSink* progress = &SilentProgress();
  std::string command;
};

/// Times of one implementation at one point.
struct Measured {
  std::string algorithm;
  int ranks = 0;
  Bytes bytes;
  std::string failed = {};      ///< reason of the failure; empty: none
  measure::Estimate time = {};  ///< reps == 0: no valid sample
  int invalid = 0;
  int preempted = 0;
  int inexact = 0;        ///< invalid samples whose clock error is too large a share of the time
  Seconds clock_error{};  ///< the largest of all samples
  std::vector<measure::ProcessorCosts> costs;  ///< by rank, where they were asked for
};

struct MeasuringResult {
  std::vector<Measured> measured;
  std::vector<measure::Record> records;
  std::vector<measure::BarrierSkew>
      skews;                 ///< for kBarrier alone: of ours and the library's, on all ranks
  Failures failures;         ///< candidates that failed, and are left out at further points
  bool interrupted = false;  ///< true: later points are missing
};

/// Times the plan's implementations at all its points. Requires a job of two ranks or more.
/// Complete on rank 0. Collective over the job. A failing implementation is left out; one that
/// hangs or deadlocks ends the job, as in an Experiments with patience. Throws
/// std::invalid_argument, on all ranks alike, for a plan that does not fit the job.
MeasuringResult MeasureAll(const MeasuringPlan& plan, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_MEASURING_H_
