// A schedule and the memory that one call of it works on.
#ifndef COLLTUNE_ALGORITHMS_RUN_BOUND_H_
#define COLLTUNE_ALGORITHMS_RUN_BOUND_H_

#include <mpi.h>

#include <span>

#include "algorithms/run/kept_schedules.h"
#include "algorithms/run/view.h"

namespace colltune {

/// Buffers and operation of one call of a schedule.
struct Operands {
  View input;
  View output;
  View scratch;  ///< without a base address: the runner has the memory
  MPI_Op op = MPI_OP_NULL;
};

/// A schedule and its operands in one call. Owns nothing.
struct Bound {
  const View& Of(Buffer buffer) const {
    return buffer == Buffer::kScratch ? scratch
           : buffer == Buffer::kInput ? operands.input
                                      : operands.output;
  }
  Piece At(const Block& block) const { return Of(block.buffer).At(block); }
  /// Returns the memory of one of the schedule's messages.
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

/// Keeps in `first` the first of several MPI codes that is an error.
inline void KeepFirst(int code, int& first) {
  if (first == MPI_SUCCESS) first = code;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_BOUND_H_
