// Tables of the library's nonblocking collectives: their overhead and overlap with computation.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_NONBLOCKING_MEASURING_H_
#define COLLTUNE_TUNER_EXPERIMENTS_NONBLOCKING_MEASURING_H_

#include <span>
#include <string>
#include <vector>

#include "measure/nonblocking/nonblocking.h"
#include "tuner/job/job.h"
#include "tuner/job/progress.h"

namespace colltune::tune {

/// A scheme of measure/nonblocking/nonblocking.h.
struct NonblockingScheme {
  std::string_view name;
  measure::NonblockingTimes (*measure)(const measure::NonblockingCall& call, Bytes bytes,
                                       MPI_Comm comm, const measure::Clock& clock,
                                       const measure::NonblockingOptions& options);
};

/// All schemes: time_based, work_based.
std::span<const NonblockingScheme> NonblockingSchemes();

struct NonblockingPlan {
  const measure::NonblockingCall* call = nullptr;
  const NonblockingScheme* scheme = nullptr;
  const measure::Clock* clock = nullptr;
  std::vector<Bytes> sizes;
  measure::NonblockingOptions options;
  ProgressSink* progress = &SilentProgress();
};

struct NonblockingRow {
  Bytes bytes;
  measure::NonblockingTimes times;
};

/// Measures a row for each size, until an interrupt. Collective over the job; the rows are alike on
/// all ranks. Throws std::invalid_argument, on all ranks, for a job of one rank or a root outside
/// the job.
std::vector<NonblockingRow> MeasureNonblocking(const NonblockingPlan& plan, Job& job);

/// Formats rows as a table for people, and as CSV with a line for each row.
std::string NonblockingText(std::span<const NonblockingRow> rows);
std::string NonblockingCsv(const NonblockingPlan& plan, int ranks,
                           std::span<const NonblockingRow> rows);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_NONBLOCKING_MEASURING_H_
