// A shared library that uses MPI, to be loaded by a program that does not, like a Python module.
#include "program.h"

// Calls some collectives; rank 0 prints their results. Returns 0.
int RunPlugin(void) {
  MPI_Init(NULL, NULL);
  int values[2] = {RankIn(MPI_COMM_WORLD) + 1, 7};
  MPI_Allreduce(MPI_IN_PLACE, values, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(&values[1], 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  Record((uint64_t)values[0]);
  Record((uint64_t)values[1]);
  PrintResults();
  MPI_Finalize();
  return fflush(stdout);
}
