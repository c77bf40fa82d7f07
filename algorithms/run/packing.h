// Data as packed bytes and back.
#ifndef COLLTUNE_ALGORITHMS_RUN_PACKING_H_
#define COLLTUNE_ALGORITHMS_RUN_PACKING_H_

#include <mpi.h>

namespace colltune {

/// Pack and unpack as MPI_Pack and MPI_Unpack do, also at MPI_BOTTOM, which MPICH refuses: a type
/// may have addresses of its own. `bytes` is the size of the items. Return MPI's code; throw
/// MpiError.
int Pack(const void* address, int items, MPI_Datatype type, void* packed, int bytes, MPI_Comm comm);
int Unpack(const void* packed, int bytes, void* address, int items, MPI_Datatype type,
           MPI_Comm comm);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_PACKING_H_
