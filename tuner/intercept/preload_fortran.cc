// The Fortran procedures of MPI libraries in which they do not call the C functions that preload.cc
// defines: of Open MPI. What stands behind them is fortran_openmpi.cc.
#include "tuner/intercept/entry.h"

using colltune::intercept::Word;

// As mpif.h and the module mpi call it, and as mpi_f08.
#define COLLTUNE_FORTRAN(ARGUMENTS, NAME) \
  COLLTUNE_##ARGUMENTS(mpi_##NAME##_) COLLTUNE_##ARGUMENTS(mpi_##NAME##_f08_)

// Those of mpi_f08 are in preload.cc.
COLLTUNE_1(mpi_init_)
COLLTUNE_3(mpi_init_thread_)
COLLTUNE_1(mpi_finalize_)
COLLTUNE_2(mpi_barrier_)

COLLTUNE_FORTRAN(6, bcast)
COLLTUNE_FORTRAN(8, reduce)
COLLTUNE_FORTRAN(7, allreduce)
COLLTUNE_FORTRAN(7, scan)
COLLTUNE_FORTRAN(7, exscan)
COLLTUNE_FORTRAN(7, reduce_scatter)
COLLTUNE_FORTRAN(7, reduce_scatter_block)
COLLTUNE_FORTRAN(9, gather)
COLLTUNE_FORTRAN(10, gatherv)
COLLTUNE_FORTRAN(9, scatter)
COLLTUNE_FORTRAN(10, scatterv)
COLLTUNE_FORTRAN(8, allgather)
COLLTUNE_FORTRAN(9, allgatherv)
COLLTUNE_FORTRAN(8, alltoall)
COLLTUNE_FORTRAN(10, alltoallv)
COLLTUNE_FORTRAN(10, alltoallw)
