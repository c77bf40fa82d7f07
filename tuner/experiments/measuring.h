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
#include "tuner/journal/failures.h"

namespace colltune::tune {

struct MeasuringPlan {
  Collective collective = Collective::kBcast;
  std::vector<Choice> implementations;
  bool skip_declined = false;  ///< leave out those that do not take a shape, instead of refusing
  const MethodEntry* method = nullptr;
  MethodOptions method_options;
  const Clock* clock = nullptr;
  const ClockSync* clock_sync = nullptr;  ///< nullptr: StandardClockSync
  SyncOptions sync_options;
  std::vector<int> ranks;  ///< the first ones of the job; empty: all
  std::vector<Bytes> sizes;
  Rank root = 0;
  StoppingRule rule;
  bool processor_costs = false;   ///< also each rank's overhead and gap
  std::optional<Seconds> budget;  ///< for all points together, shared evenly
  int run = 0;                    ///< 0: the only one; else points are taken in an order of its own
  bool quiet = false;
  std::string command;
};

/// What one implementation took at one point.
struct Measured {
  std::string algorithm;
  int ranks = 0;
  Bytes bytes;
  std::string failed = {};  ///< why; empty: it did not
  Estimate time = {};       ///< reps == 0: no valid sample
  int invalid = 0;
  int preempted = 0;
  int inexact = 0;        ///< of the invalid ones, those whose clock error is too large a share
  Seconds clock_error{};  ///< the largest of all samples
  std::vector<ProcessorCosts> costs;  ///< by rank, where they were asked for
};

struct MeasuringResult {
  std::vector<Measured> measured;
  std::vector<Record> records;
  std::vector<BarrierSkew> skews;  ///< of a barrier: of each implementation, on all ranks
  Failures failures;               ///< what is left out, at this size and those that follow
  bool interrupted = false;        ///< then what was measured until then is there
};

/// Requires a job of two ranks or more. Complete on rank 0. Collective over the job. An
/// implementation that fails is left out, one that hangs or deadlocks ends the job, as an
/// Experiments with patience does. Throws std::invalid_argument, on all ranks alike, for what does
/// not fit the job.
MeasuringResult MeasureAll(const MeasuringPlan& plan, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_MEASURING_H_
