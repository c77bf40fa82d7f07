// Thread support level of MPI in a program.
#ifndef COLLTUNE_ALGORITHMS_MPI_THREADS_H_
#define COLLTUNE_ALGORITHMS_MPI_THREADS_H_

#include <mpi.h>

#include "algorithms/mpi/error.h"

namespace colltune {

/// Whether several threads of this process may call MPI at a time. Throws MpiError.
inline bool ThreadsMayCallTogether() {
  int level = MPI_THREAD_SINGLE;
  Check(PMPI_Query_thread(&level));
  return level == MPI_THREAD_MULTIPLE;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_THREADS_H_
