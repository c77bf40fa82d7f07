// Measures the cost of a collective operation to each processor.
#ifndef COLLTUNE_MEASURE_METHODS_PROCESSOR_COSTS_H_
#define COLLTUNE_MEASURE_METHODS_PROCESSOR_COSTS_H_

#include <vector>

#include "measure/clock/clock.h"
#include "measure/operation/operation.h"

namespace colltune::measure {

/// Per-processor parameters that extend LogP to collectives (de Supinski & Karonis, "Accurately
/// Measuring MPI Broadcasts in a Computational Grid", HPDC 1999, section 2).
struct ProcessorCosts {
  Seconds gap{};       ///< g_i: least interval between two operations at the processor
  Seconds overhead{};  ///< o_i: time the processor spends in one operation, sending and receiving
};

struct ProcessorCostOptions {
  int batch = 10;        ///< operations in a loop that is timed
  int repetitions = 11;  ///< repetitions of each loop; the median counts
};

/// Returns the costs of all ranks, by rank; the same on all ranks. Collective over the operation's
/// communicator. Performs (ranks + 1) * (batch + 1) * repetitions operations.
///
/// The gap is the time of an operation in a loop. The overhead is found like that of point-to-point
/// messages. One rank at a time computes between its operations, so long that all its incoming
/// messages arrive meanwhile. The loop's time less the computation is the rank's own work.
///
/// Limits: waiting counts as overhead, which then is an upper bound. A rank waits for answers to
/// its own messages within the operation (barrier, allreduce), or for a receiver (rendezvous). One
/// reading of the clock also counts as overhead.
std::vector<ProcessorCosts> MeasureProcessorCosts(Operation& operation, const Clock& clock,
                                                  const ProcessorCostOptions& options);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_PROCESSOR_COSTS_H_
