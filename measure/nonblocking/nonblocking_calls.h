// The MPI library's nonblocking collectives, as data.
#ifndef COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_CALLS_H_
#define COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_CALLS_H_

#include <mpi.h>

#include <span>
#include <string_view>

#include "algorithms/shape.h"

namespace colltune {

/// What a call works on. Where a rank has something for each rank, or gets something from each,
/// that is `bytes`.
struct NonblockingArguments {
  const void* input;  ///< ranks * bytes
  void* output;       ///< ranks * bytes, another buffer than input
  int bytes;
  Rank root;  ///< where the collective has one
  MPI_Comm comm;
};

struct NonblockingCall {
  std::string_view name;  ///< "ibcast"
  /// Starts it, and returns what MPI returns.
  int (*start)(const NonblockingArguments& arguments, MPI_Request* request);
};

/// All calls.
std::span<const NonblockingCall> NonblockingCalls();

/// The call of that name, or nullptr.
const NonblockingCall* FindNonblockingCall(std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_CALLS_H_
