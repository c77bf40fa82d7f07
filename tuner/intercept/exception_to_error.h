// The boundary between the application's code and colltune's code, which throws.
//
// Code of the application runs below an entry point: reduction operations and error handlers (for
// any wrong handle, that of MPI_COMM_WORLD). The application's code may throw, jump out by longjmp,
// or end its thread by pthread_exit, which unwinds the stack as exceptions do. All three must get
// through colltune's frames, both when the library and when an own algorithm performs the call:
//
//   - No function on the way is noexcept. Only types that nobody but colltune throws are caught,
//     never `...`, std::exception or std::bad_alloc. All libraries of a process use one unwinder,
//     that of libgcc_s (see SELF_CONTAINED in .bazel/flags.bzl).
//   - No handler of an exception is active while the application's code runs.
//   - A call owns nothing: while the application's code may run, no lock is held and nothing is
//     marked as in use. The one exception is a selected native algorithm (see State::Select).
//   - A call that never returns is at most not counted, and leaks some memory and datatypes. As
//     without colltune, other communicators work on, while ranks that wait for this rank on the
//     same communicator wait on.
#ifndef COLLTUNE_TUNER_INTERCEPT_EXCEPTION_TO_ERROR_H_
#define COLLTUNE_TUNER_INTERCEPT_EXCEPTION_TO_ERROR_H_

#include <mpi.h>

#include "algorithms/mpi/error.h"
#include "algorithms/out_of_memory.h"
#include "tuner/intercept/export.h"

namespace colltune::intercept {

/// Returns body(), or the error code of an MpiError or OutOfMemory that body() throws. The MPI call
/// that failed has raised an MpiError's code; OutOfMemory is raised on `comm`'s error handler.
template <typename Body>
[[gnu::always_inline]] inline int WithinBoundary(MPI_Comm comm, const Body& body) {
  try {
    return body();
  } catch (const MpiError& error) {
    // The MPI call that failed has raised the code: no MPI call on a private communicator of
    // colltune's throws.
    return error.code();
  } catch (const OutOfMemory&) {
    // Raised below.
  }
  PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
  return MPI_ERR_NO_MEM;
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_EXCEPTION_TO_ERROR_H_
