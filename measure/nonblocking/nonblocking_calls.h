// Table of the MPI library's nonblocking collectives.
#ifndef COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_CALLS_H_
#define COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_CALLS_H_

#include <mpi.h>

#include <span>
#include <string_view>

#include "algorithms/shape.h"

namespace colltune::measure {

/// Arguments of a call. A block that a rank has for another rank, or gets from it, has `bytes`
/// bytes.
struct NonblockingArguments {
  const void* input;  ///< ranks * bytes
  void* output;       ///< ranks * bytes, in another buffer than input
  int bytes;
  Rank root;  ///< ignored by collectives without a root
  MPI_Comm comm;
};

struct NonblockingCall {
  std::string_view name;  ///< "ibcast"
  /// Starts the collective, and returns MPI's error code.
  int (*start)(const NonblockingArguments& arguments, MPI_Request* request);
};

std::span<const NonblockingCall> NonblockingCalls();

/// Returns the call of that name, or nullptr.
const NonblockingCall* FindNonblockingCall(std::string_view name);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NONBLOCKING_NONBLOCKING_CALLS_H_
