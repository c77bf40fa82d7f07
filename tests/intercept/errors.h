// Shared by programs that make wrong calls: records who is told of an error, and whether right
// calls work afterwards.
#ifndef COLLTUNE_TESTS_INTERCEPT_ERRORS_H_
#define COLLTUNE_TESTS_INTERCEPT_ERRORS_H_

#include "program.h"

static int handled = 0;

static void Count(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  Record(ErrorClass(*code));
  ++handled;
}

// Records the result of a wrong call on `comm`, and of right calls after it.
static inline void Check(int code, MPI_Comm comm) {
  Record(ErrorClass(code));
  Record((uint64_t)handled);
  // Remains of the wrong call must not reach a right one.
  MPI_Barrier(MPI_COMM_WORLD);
  int value = RankIn(MPI_COMM_WORLD) == 0 ? 4711 : 0;
  Record(ErrorClass(MPI_Bcast(&value, 1, MPI_INT, 0, comm)));
  Record((uint64_t)value);
  int sum = 0;
  value = RankIn(MPI_COMM_WORLD) + 1;
  Record(ErrorClass(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm)));
  Record((uint64_t)sum);
}

// Tries all mistakes on MPI_COMM_WORLD, where errors return, and on a copy whose error handler
// counts them. Then calls a collective on the freed copy.
static inline void TryOnBoth(void (*try_all)(MPI_Comm comm)) {
  // Errors that belong to no communicator are raised here.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  try_all(MPI_COMM_WORLD);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Errhandler counter;
  MPI_Comm_create_errhandler(Count, &counter);
  MPI_Comm_set_errhandler(copy, counter);
  try_all(copy);
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 50000000
  // Handles of others are pointers: what is freed may be anything. In MPICH 5 even a question about
  // a freed communicator is an error. A freed handle belongs to no communicator either:
  // MPI_COMM_WORLD's handler is called once.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, counter);
  MPI_Comm freed = copy;
  MPI_Comm_free(&copy);
  int value = 0;
  Record(ErrorClass(MPI_Bcast(&value, 1, MPI_INT, 0, freed)));
  Record((uint64_t)handled);
#else
  MPI_Comm_free(&copy);
#endif
  MPI_Errhandler_free(&counter);
}

#endif  // COLLTUNE_TESTS_INTERCEPT_ERRORS_H_
