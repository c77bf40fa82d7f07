// MPI's predefined datatypes, and the operations that are defined on each.
#ifndef COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_
#define COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_

#include <mpi.h>

#include <span>

namespace colltune::intercept {

/// Returns whether MPI (3.1, section 5.9.2) defines an operation on the type. An application's own
/// operation counts as defined on each type. Libraries may allow more.
bool IsDefinedOn(MPI_Op op, MPI_Datatype type);

struct NamedType {
  MPI_Datatype type;
  unsigned kinds;  ///< for IsDefinedOn
};

/// Returns MPI's predefined datatypes. A type that the library lacks may be MPI_DATATYPE_NULL.
std::span<const NamedType> TypesByName();

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_REDUCIBLE_H_
