// Whether an implementation does what it is for, to be asked before it is timed.
#ifndef COLLTUNE_MEASURE_SAME_RESULT_H_
#define COLLTUNE_MEASURE_SAME_RESULT_H_

#include "measure/operation.h"

namespace colltune {

/// Performs a collective once by `choice` and once as the MPI library does by its own choice, as
/// Operation has it, on the same data, which differ between ranks and places. True, on all ranks
/// alike, where each rank gets the same from both; sums are of whole numbers, and exact. False also
/// where a call returns an error. What hangs or ends the program does so here, too; a barrier has
/// no result, and is only tried.
///
/// Collective over the runner's communicator. It has buffers of its own, half as large again as an
/// Operation's. Throws as Operation does.
bool GivesTheSame(Collective collective, const Choice& choice, Bytes bytes, Rank root,
                  Runner& runner);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_SAME_RESULT_H_
