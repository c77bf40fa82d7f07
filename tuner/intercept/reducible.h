// MPI's own datatypes, and which operations are defined on which.
#ifndef COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_
#define COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_

#include <mpi.h>

#include <span>

namespace colltune::intercept {

/// Whether MPI (3.1, section 5.9.2) defines a predefined operation on the type; an operation of the
/// application's own is taken to be defined on all that it is called for. Libraries may allow more.
bool IsDefinedOn(MPI_Op op, MPI_Datatype type);

struct NamedType {
  MPI_Datatype type;
  unsigned kinds;  ///< for IsDefinedOn
};

/// MPI's own datatypes; those that a library does not have may be MPI_DATATYPE_NULL.
std::span<const NamedType> TypesByName();

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_
