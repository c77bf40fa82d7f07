// The names that the preload library defines, each with the number of its arguments. Where mpi.h
// declares no MPIX_Comm_revoke, the preload library leaves it out.
#ifndef COLLTUNE_TESTS_INTERCEPT_FOREIGN_H_
#define COLLTUNE_TESTS_INTERCEPT_FOREIGN_H_

#define FOR_BOTH(DO, NAME, ARGUMENTS) DO(NAME, ARGUMENTS) DO(NAME##_c, ARGUMENTS)

// The names by which mpif.h and the module mpi call it, and mpi_f08 without and with descriptors.
#define FOR_FORTRAN(DO, NAME, ARGUMENTS) \
  DO(mpi_##NAME##_, ARGUMENTS)           \
  DO(mpi_##NAME##_f08_, ARGUMENTS)       \
  DO(mpi_##NAME##_f08ts_, ARGUMENTS)     \
  DO(mpi_##NAME##_c_f08ts_, ARGUMENTS)

#ifdef WITH_FORTRAN  // where the Fortran procedures do not call the C functions
#define FOR_PROCEDURES(DO)           \
  DO(mpi_init_, 1)                   \
  DO(mpi_init_thread_, 3)            \
  DO(mpi_finalize_, 1)               \
  DO(mpi_barrier_, 2)                \
  FOR_FORTRAN(DO, bcast, 6)          \
  FOR_FORTRAN(DO, gather, 9)         \
  FOR_FORTRAN(DO, gatherv, 10)       \
  FOR_FORTRAN(DO, scatter, 9)        \
  FOR_FORTRAN(DO, scatterv, 10)      \
  FOR_FORTRAN(DO, allgather, 8)      \
  FOR_FORTRAN(DO, allgatherv, 9)     \
  FOR_FORTRAN(DO, alltoall, 8)       \
  FOR_FORTRAN(DO, alltoallv, 10)     \
  FOR_FORTRAN(DO, alltoallw, 10)     \
  FOR_FORTRAN(DO, reduce, 8)         \
  FOR_FORTRAN(DO, allreduce, 7)      \
  FOR_FORTRAN(DO, scan, 7)           \
  FOR_FORTRAN(DO, exscan, 7)         \
  FOR_FORTRAN(DO, reduce_scatter, 7) \
  FOR_FORTRAN(DO, reduce_scatter_block, 7)
#else
#define FOR_PROCEDURES(DO)
#endif

#define FOR_EACH(DO)                  \
  FOR_PROCEDURES(DO)                  \
  DO(MPIX_Comm_revoke, 1)             \
  DO(MPI_Init, 2)                     \
  DO(MPI_Init_thread, 4)              \
  DO(MPI_Finalize, 0)                 \
  DO(MPI_Barrier, 1)                  \
  DO(mpi_init_f08_, 1)                \
  DO(mpi_init_thread_f08_, 3)         \
  DO(mpi_finalize_f08_, 1)            \
  DO(mpi_barrier_f08_, 2)             \
  FOR_BOTH(DO, MPI_Bcast, 5)          \
  FOR_BOTH(DO, MPI_Gather, 8)         \
  FOR_BOTH(DO, MPI_Gatherv, 9)        \
  FOR_BOTH(DO, MPI_Scatter, 8)        \
  FOR_BOTH(DO, MPI_Scatterv, 9)       \
  FOR_BOTH(DO, MPI_Allgather, 7)      \
  FOR_BOTH(DO, MPI_Allgatherv, 8)     \
  FOR_BOTH(DO, MPI_Alltoall, 7)       \
  FOR_BOTH(DO, MPI_Alltoallv, 9)      \
  FOR_BOTH(DO, MPI_Alltoallw, 9)      \
  FOR_BOTH(DO, MPI_Reduce, 7)         \
  FOR_BOTH(DO, MPI_Allreduce, 6)      \
  FOR_BOTH(DO, MPI_Scan, 6)           \
  FOR_BOTH(DO, MPI_Exscan, 6)         \
  FOR_BOTH(DO, MPI_Reduce_scatter, 6) \
  FOR_BOTH(DO, MPI_Reduce_scatter_block, 6)

#define WORDS_0 void
#define WORDS_1 long a
#define WORDS_2 WORDS_1, long b
#define WORDS_3 WORDS_2, long c
#define WORDS_4 WORDS_3, long d
#define WORDS_5 WORDS_4, long e
#define WORDS_6 WORDS_5, long f
#define WORDS_7 WORDS_6, long g
#define WORDS_8 WORDS_7, long h
#define WORDS_9 WORDS_8, long i
#define WORDS_10 WORDS_9, long j

#define NAMES_0 0
#define NAMES_1 a
#define NAMES_2 NAMES_1, b
#define NAMES_3 NAMES_2, c
#define NAMES_4 NAMES_3, d
#define NAMES_5 NAMES_4, e
#define NAMES_6 NAMES_5, f
#define NAMES_7 NAMES_6, g
#define NAMES_8 NAMES_7, h
#define NAMES_9 NAMES_8, i
#define NAMES_10 NAMES_9, j

// No two calls have an argument in common, and all are wider than 32 bits.
#define VALUES_0
#define VALUES_1 V(1)
#define VALUES_2 VALUES_1, V(2)
#define VALUES_3 VALUES_2, V(3)
#define VALUES_4 VALUES_3, V(4)
#define VALUES_5 VALUES_4, V(5)
#define VALUES_6 VALUES_5, V(6)
#define VALUES_7 VALUES_6, V(7)
#define VALUES_8 VALUES_7, V(8)
#define VALUES_9 VALUES_8, V(9)
#define VALUES_10 VALUES_9, V(10)

enum { kMostArguments = 10 };

extern const char* foreign_name;  // of the last call
extern long foreign_arguments[kMostArguments];

#define DECLARE(NAME, ARGUMENTS) long NAME(WORDS_##ARGUMENTS);
FOR_EACH(DECLARE)

#endif  // COLLTUNE_TESTS_INTERCEPT_FOREIGN_H_
