// The boundary between the application, which is C or Fortran, and code that throws.
#ifndef COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_
#define COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_

#include <mpi.h>

#include "algorithms/mpi/error.h"

/// An entry point: the only names that the preload library shows (see exports.map).
#define COLLTUNE_EXPORT extern "C" __attribute__((visibility("default")))

namespace colltune {

/// What body() returns, or the error code of its exception.
template <typename Body>
auto WithoutExceptions(MPI_Comm comm, Body body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (const MpiError& error) {
    // The MPI call that failed has raised it: none of those that throw is on a communicator of
    // colltune's own.
    return error.code();
  } catch (...) {
    // All else is a want of memory.
    PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
    return MPI_ERR_NO_MEM;
  }
}

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_
