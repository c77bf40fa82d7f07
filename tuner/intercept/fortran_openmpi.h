// Conversions of Fortran's arguments to C's, as Open MPI's procedures make them.
#ifndef COLLTUNE_TUNER_INTERCEPT_FORTRAN_OPENMPI_H_
#define COLLTUNE_TUNER_INTERCEPT_FORTRAN_OPENMPI_H_

#include <mpi.h>

#include <vector>

#include "algorithms/out_of_memory.h"
#include "tuner/intercept/fortran.h"

// MPI_BOTTOM and MPI_IN_PLACE in Fortran: common blocks, recognised by their addresses.
extern "C" {
extern MPI_Fint mpi_fortran_bottom_;
extern MPI_Fint mpi_fortran_in_place_;
}

namespace colltune::intercept {

static_assert(sizeof(MPI_Fint) == sizeof(int), "counts would have to be copied");

inline void* Address(void* buffer) {
  if (buffer == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return buffer == &mpi_fortran_in_place_ ? MPI_IN_PLACE : buffer;
}

inline MPI_Comm Comm(const MPI_Fint* comm) { return PMPI_Comm_f2c(*comm); }
inline MPI_Datatype Type(const MPI_Fint* type) { return PMPI_Type_f2c(*type); }
inline MPI_Op Op(const MPI_Fint* op) { return PMPI_Op_f2c(*op); }

/// Returns the C types of the blocks, one for each rank (of the remote group if there are two).
/// Returns none for MPI_IN_PLACE, where `types` need not be valid, or if `comm` is invalid.
inline std::vector<MPI_Datatype> Types(const void* buffer, const MPI_Fint* types, MPI_Comm comm) {
  std::vector<MPI_Datatype> all;
  int inter = 0;
  int ranks = 0;
  if (buffer == &mpi_fortran_in_place_ || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS ||
      (inter != 0 ? PMPI_Comm_remote_size : PMPI_Comm_size)(comm, &ranks) != MPI_SUCCESS) {
    return all;
  }
  Allocate([&] { all.reserve(static_cast<std::size_t>(ranks)); });
  for (int rank = 0; rank < ranks; ++rank) all.push_back(Type(types + rank));
  return all;
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_FORTRAN_OPENMPI_H_
