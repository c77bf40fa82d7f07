// Helpers to define the Fortran procedures that bypass the C functions: in MPICH a few of the
// module mpi_f08, in Open MPI all.
#ifndef COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
#define COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_

#include <mpi.h>

// Without the define, Open MPI's Fortran programs would bypass colltune.
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
