// The boundary between the application, which is C or Fortran, and code that throws.
#ifndef COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_
#define COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_

#include <mpi.h>

#include "algorithms/mpi/error.h"
#include "tuner/intercept/export.h"

namespace colltune {

/// The error code of the exception that is being handled, raised on the error handler that it
/// concerns: `comm`'s if there is no nearer one. To be called in a `catch (...)`, which each entry
/// point has.
inline int RaiseCurrentException(MPI_Comm comm) noexcept {
  try {
    throw;
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
