// Recognition of memory that the processor may not touch, for the runner.
#ifndef COLLTUNE_ALGORITHMS_RUN_DEVICE_MEMORY_H_
#define COLLTUNE_ALGORITHMS_RUN_DEVICE_MEMORY_H_

#include <mpi.h>

namespace colltune {

/// Tells buffers of accelerators from the process's own. Functions may be called by several threads
/// at a time.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;

  /// Whether items of `type` at `base` lie in device or managed memory, which only MPI's functions
  /// may be given. The first byte of the items tells for all. Requires at least one.
  virtual bool Holds(const void* base, MPI_Datatype type) noexcept = 0;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_DEVICE_MEMORY_H_
