// Predicts when each rank finishes a schedule on a network.
#ifndef COLLTUNE_MODELS_SIMULATOR_H_
#define COLLTUNE_MODELS_SIMULATOR_H_

#include <span>
#include <vector>

#include "algorithms/algorithm.h"
#include "models/network.h"

namespace colltune {

/// The finish time of every rank when all start at 0. `element` is the size of one element of the
/// schedules' blocks. Requires schedules that Verify finds right: with a deadlock it throws
/// std::logic_error.
///
/// Each rank has one processor, which works on its messages one after another, and one port to
/// send through. Messages are buffered: a send needs no posted receive (eager). A round ends when
/// its receives are taken in (in the order in which they arrive) and the buffers of its sends are
/// free. Contention between ranks for links is not modelled.
std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network);

/// The time at which the last rank finishes `algorithm` on `shape`.
Seconds Predict(const Algorithm& algorithm, const Shape& shape, Bytes element,
                const Network& network);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_SIMULATOR_H_
