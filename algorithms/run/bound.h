// A schedule and the memory that one call of it works on.
#ifndef COLLTUNE_ALGORITHMS_RUN_BOUND_H_
#define COLLTUNE_ALGORITHMS_RUN_BOUND_H_

#include <mpi.h>

#include <span>

#include "algorithms/run/kept_schedules.h"
#include "algorithms/run/view.h"

namespace colltune {

/// What a schedule works on.
struct Operands {
  View input;
  View output;
  View scratch;  ///< at no base: the runner has the memory
  MPI_Op op = MPI_OP_NULL;
};

/// Owns nothing.
struct Bound {
  const View& Of(Buffer buffer) const {
    return buffer == Buffer::kScratch ? scratch
           : buffer == Buffer::kInput ? operands.input
                                      : operands.output;
  }
  Piece At(const Block& block) const { return Of(block.buffer).At(block); }
  /// Where the elements of one of the schedule's messages lie.
  Piece At(const Message& message) const {
    if (message.block.buffer == Buffer::kParts) [[unlikely]]
      return At(kept.schedule.PartsOf(message));
    return At(message.block);
  }

  const Operands& operands;
  View scratch;
  const KeptSchedule& kept;

 private:
  Piece At(std::span<const Block> parts) const;
};

/// Of several MPI codes the first that is an error.
inline void KeepFirst(int code, int& first) {
  if (first == MPI_SUCCESS) first = code;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_BOUND_H_
