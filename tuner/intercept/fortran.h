// For the procedures of MPICH's mpi_f08 module that do not call the C functions, and are therefore
// defined here as well.
#ifndef COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
#define COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_

#include <mpi.h>

namespace colltune {

/// Sets the optional last argument of a Fortran procedure.
inline void Return(int code, MPI_Fint* ierror) {
  if (ierror != nullptr) *ierror = code;
}

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERCEPT_FORTRAN_H_
