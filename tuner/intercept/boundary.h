// The boundary between the application and code of ours that throws.
//
// Below an entry point runs code of the application: error handlers, also that of MPI_COMM_WORLD
// for any wrong handle, and operations. They may throw, jump out by longjmp, or end their thread
// by pthread_exit, which unwinds the stack as exceptions do. All of that has to pass us, whether
// the call is passed on or performed by an algorithm of ours:
//
//   - Nothing on the way is noexcept, and only types that nobody but colltune throws are caught,
//     never `...`, std::exception or std::bad_alloc. All of a process use one unwinder, that of
//     libgcc_s (see SELF_CONTAINED in .bazel/flags.bzl).
//   - No handler of an exception is active while the application's code runs.
//   - Nothing is owned by a call: no lock is held and nothing is marked as being in use while the
//     application's code may run, but the algorithm of the library's that is selected (see
//     State::Select). A call that never returns is at most not counted, and leaves some memory and
//     datatypes behind. What holds without us holds with us: other communicators work on, while
//     ranks that wait for this one on the same communicator wait on.
#ifndef COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_
#define COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_

#include <mpi.h>

#include "algorithms/mpi/error.h"
#include "algorithms/out_of_memory.h"
#include "tuner/intercept/export.h"

namespace colltune::intercept {

/// Returns body(), or the error code of what it throws that is ours, raised on the error handler
/// that it concerns: `comm`'s if there is no nearer one.
template <typename Body>
[[gnu::always_inline]] inline int WithinBoundary(MPI_Comm comm, const Body& body) {
  try {
    return body();
  } catch (const MpiError& error) {
    // The MPI call that failed has raised it: none of those that throw is on a communicator of
    // colltune's own.
    return error.code();
  } catch (const OutOfMemory&) {
    // Raised below.
  }
  PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
  return MPI_ERR_NO_MEM;
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_BOUNDARY_H_
