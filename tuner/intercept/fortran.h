// Helpers to define the Fortran procedures that bypass the C functions: in MPICH a few of the
// module mpi_f08, in Open MPI all.
#ifndef COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
#define COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_

#include <mpi.h>

#include "algorithms/mpi/built_for.h"

namespace colltune::intercept {

// Without the define, Fortran programs would bypass colltune where Fortran does not call C.
#ifdef COLLTUNE_FORTRAN_PROCEDURES
inline constexpr bool kDefinesFortran = true;
#else
inline constexpr bool kDefinesFortran = false;
#endif
static_assert(kDefinesFortran != kBuiltFor.library.fortran_calls_c,
              "--config=openmpi is for Open MPI, and Open MPI needs it");

/// Sets the optional last argument of a Fortran procedure.
inline void Return(int code, MPI_Fint* ierror) {
  if (ierror != nullptr) *ierror = code;
}

/// Returns the communicator of a handle of Fortran's. Libraries with the ABI of MPI 5 may leave
/// MPI_Comm_f2c to their Fortran library.
inline MPI_Comm CommOf(MPI_Fint handle) {
#if defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0  // Open MPI 6 defines it as -1 elsewhere
  return PMPI_Comm_fromint(handle);
#else
  return PMPI_Comm_f2c(handle);
#endif
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
