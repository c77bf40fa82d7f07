// Entries of Open MPI's Fortran procedures, which do not call the C functions that preload.cc
// defines. fortran_openmpi.cc implements the procedures.
#include "tuner/intercept/entry.h"

using colltune::intercept::Word;

// Defines a procedure by four names: that of mpif.h and the module mpi; that of mpi_f08; and from
// Open MPI 6 on those of mpi_f08 with descriptors, with counts of both kinds.
#define COLLTUNE_FORTRAN(ARGUMENTS, NAME)                                     \
  COLLTUNE_##ARGUMENTS(mpi_##NAME##_) COLLTUNE_##ARGUMENTS(mpi_##NAME##_f08_) \
      COLLTUNE_##ARGUMENTS(mpi_##NAME##_f08ts_) COLLTUNE_##ARGUMENTS(mpi_##NAME##_c_f08ts_)

// The mpi_f08 variants of these four are in preload.cc.
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
