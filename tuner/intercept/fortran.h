// For the Fortran procedures that do not call the C functions, and are therefore defined here as
// well: of MPICH a few of the module mpi_f08, of Open MPI all.
#ifndef COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
#define COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_

#include <mpi.h>

// Else its Fortran programs would pass us by.
#if defined(OPEN_MPI) != defined(COLLTUNE_OPENMPI)
#error "--config=openmpi is for Open MPI, and Open MPI needs it"
#endif

namespace colltune::intercept {

/// Sets the optional last argument of a Fortran procedure.
inline void Return(int code, MPI_Fint* ierror) {
  if (ierror != nullptr) *ierror = code;
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
