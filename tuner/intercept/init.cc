// MPI_Init, MPI_Init_thread and MPI_Finalize, which start and stop colltune.
//
// Fortran programs with mpif.h or `use mpi` reach these C functions. MPICH's mpi_f08 module calls
// PMPI_ for the three, though not for broadcasts (seen in libmpichfort 4.0.2). So the module's
// symbols are defined here as well. MPICH's own definitions do nothing but the PMPI_ call.
#include "tuner/intercept/exception_to_error.h"
#include "tuner/intercept/fortran.h"
#include "tuner/intercept/next.h"
#include "tuner/intercept/process_state.h"

namespace colltune::intercept {
namespace {

/// Starts colltune if `code`, the return code of PMPI's initialization, is MPI_SUCCESS.
int Initialized(int code) {
  if (code != MPI_SUCCESS) return code;
  return WithinBoundary(MPI_COMM_WORLD, [] {
    Allocate(Start);
    return MPI_SUCCESS;
  });
}

int Finalize() {
  Stop();
  return COLLTUNE_NEXT(Finalize)();
}

}  // namespace
}  // namespace colltune::intercept

COLLTUNE_EXPORT int MPI_Init(int* argc, char*** argv) {
  return colltune::intercept::Initialized(COLLTUNE_NEXT(Init)(argc, argv));
}

COLLTUNE_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return colltune::intercept::Initialized(
      COLLTUNE_NEXT(Init_thread)(argc, argv, required, provided));
}

COLLTUNE_EXPORT int MPI_Finalize() { return colltune::intercept::Finalize(); }

COLLTUNE_EXPORT void mpi_init_f08_(MPI_Fint* ierror) {
  colltune::intercept::Return(MPI_Init(nullptr, nullptr), ierror);
}

COLLTUNE_EXPORT void mpi_init_thread_f08_(const MPI_Fint* required, MPI_Fint* provided,
                                          MPI_Fint* ierror) {
  colltune::intercept::Return(MPI_Init_thread(nullptr, nullptr, *required, provided), ierror);
}

COLLTUNE_EXPORT void mpi_finalize_f08_(MPI_Fint* ierror) {
  colltune::intercept::Return(MPI_Finalize(), ierror);
}
