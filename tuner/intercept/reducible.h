// Which operations are defined on which datatypes.
#ifndef COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_
#define COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_

#include <mpi.h>

namespace colltune {

/// Whether MPI (3.1, section 5.9.2) defines a predefined operation on the type; an operation of the
/// application's own is taken to be defined on all that it is called for. Libraries may allow more.
bool IsDefinedOn(MPI_Op op, MPI_Datatype type);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_
