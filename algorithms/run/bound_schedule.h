// A schedule and the memory that one call of it works on.
#ifndef COLLTUNE_ALGORITHMS_RUN_BOUND_SCHEDULE_H_
#define COLLTUNE_ALGORITHMS_RUN_BOUND_SCHEDULE_H_

#include <mpi.h>

#include <cstdint>
#include <span>

#include "algorithms/run/buffer_view.h"
#include "algorithms/run/schedule_cache.h"

namespace colltune {

/// Buffers and operation of one call of a schedule.
struct Operands {
  BufferView input;
  BufferView output;
  BufferView scratch;  ///< without a base address: the runner has the memory
  MPI_Op op = MPI_OP_NULL;
};

/// A schedule and its operands in one call. Owns nothing.
struct Bound {
  const BufferView& Of(Buffer buffer) const {
    return buffer == Buffer::kScratch ? scratch
           : buffer == Buffer::kSlots ? slots
           : buffer == Buffer::kInput ? operands.input
                                      : operands.output;
  }
  MpiSpan At(const Block& block) const { return Of(block.buffer).At(block); }
  /// Returns the memory of one of the schedule's messages.
  MpiSpan At(const Message& message) const {
    if (message.block.buffer == Buffer::kParts) [[unlikely]]
      return At(kept.schedule.PartsOf(message));
    return At(message.block);
  }

  const Operands& operands;
  BufferView scratch;
  BufferView slots;
  std::int64_t largest;  ///< bytes of a slot's contents, at most
  const KeptSchedule& kept;

 private:
  MpiSpan At(std::span<const Block> parts) const;
};

/// Keeps in `first` the first of several MPI codes that is an error.
inline void KeepFirst(int code, int& first) {
  if (first == MPI_SUCCESS) first = code;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_BOUND_SCHEDULE_H_
