// Steps of a rank in its own memory between messages.
#ifndef COLLTUNE_ALGORITHMS_RUN_LOCAL_STEPS_H_
#define COLLTUNE_ALGORITHMS_RUN_LOCAL_STEPS_H_

#include <mpi.h>

#include <cstdint>

#include "algorithms/run/bound_schedule.h"
#include "algorithms/run/device_memory.h"
#include "algorithms/run/scratch_memory.h"

namespace colltune {

/// Performs copies, between types as MPI converts them, and reductions. Functions return MPI's
/// code. Copies into slots note the size of a block there, and copies out of slots check the size:
/// MPI_ERR_TRUNCATE if the block is longer than this rank expects, MPI_ERR_OTHER if it is shorter.
///
/// Device memory is only given to MPI's functions for messages: a rank sends it to itself.
/// MPI_Reduce_local of MPICH and Open MPI takes no device memory, and the reductions of both also
/// work on copies.
class LocalSteps {
 public:
  /// `comm`: communicator on which errors return, and for packing. `rank`: this rank in `comm`.
  /// `devices` may be nullptr: then no buffer is in device memory.
  LocalSteps(MPI_Comm comm, Rank rank, DeviceMemory* devices)
      : comm_(comm), rank_(rank), devices_(devices) {}

  int Perform(const Step& step, const Bound& bound) {
    return step.kind == Step::Kind::kCopy ? Copy(step, bound) : Reduce(step, bound);
  }

 private:
  int Copy(const Step& step, const Bound& bound);
  int FillSlot(const Block& from, const Block& slot, const Bound& bound);
  int ReadSlot(const Block& slot, const Block& into, const Bound& bound);
  int Move(const MpiSpan& from, const MpiSpan& into, bool by_message);
  int Convert(const MpiSpan& from, const MpiSpan& into, bool by_message);
  int SendToSelf(const MpiSpan& from, const MpiSpan& into);
  int Reduce(const Step& step, const Bound& bound);
  int ReduceOnHost(const Step& step, const Bound& bound);
  bool IsOnDevice(Buffer buffer, const void* base, std::int64_t items, MPI_Datatype type);
  bool IsOnDevice(Buffer buffer, const MpiSpan& piece) {
    return IsOnDevice(buffer, piece.address(), piece.count(), piece.type());
  }

  MPI_Comm comm_;
  Rank rank_;
  DeviceMemory* devices_;
  Store packed_;
  Store copies_;  // of device memory
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_LOCAL_STEPS_H_
