// What a collective operation costs each processor.
#ifndef COLLTUNE_MEASURE_METHODS_PROCESSOR_COSTS_H_
#define COLLTUNE_MEASURE_METHODS_PROCESSOR_COSTS_H_

#include <vector>

#include "measure/clock/clock.h"
#include "measure/operation/operation.h"

namespace colltune {

/// Per-processor parameters that extend LogP to collectives (de Supinski & Karonis, "Accurately
/// Measuring MPI Broadcasts in a Computational Grid", HPDC 1999, section 2).
struct ProcessorCosts {
  Seconds gap{};       ///< g_i: the least interval between two operations at the processor
  Seconds overhead{};  ///< o_i: how long the processor is busy with sending and receiving in one
};

struct ProcessorCostOptions {
  int batch = 10;        ///< operations in a loop that is timed
  int repetitions = 11;  ///< of each loop; the median counts
};

/// The costs of all ranks, by rank; the same on all ranks. Collective over the operation's
/// communicator. It performs (ranks + 1) * (batch + 1) * repetitions operations.
///
/// The gap is the time of a loop. The overhead is found as that of point-to-point messages is: one
/// rank at a time computes between its operations, for so long that whatever it is to receive has
/// arrived meanwhile; what the loop takes besides the computation is the rank's own work.
///
/// Limits: where a rank has to wait for an answer to what it sends within the operation (barrier,
/// allreduce), or a message is sent only when its receiver is there (rendezvous), the waiting
/// counts as overhead, which then is an upper bound. One reading of the clock counts as well.
std::vector<ProcessorCosts> MeasureProcessorCosts(Operation& operation, const Clock& clock,
                                                  const ProcessorCostOptions& options);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_PROCESSOR_COSTS_H_
