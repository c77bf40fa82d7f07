// Makes communicators, each with a broadcast, until there are 3000 or the library can make no more.
// Prints their number.
#include "program.h"

enum { kWanted = 3000 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static MPI_Comm copies[kWanted];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int made = 0;
  for (; made < kWanted; ++made) {
    if (MPI_Comm_dup(MPI_COMM_WORLD, &copies[made]) != MPI_SUCCESS) break;
    // An error within a broadcast ends this program.
    MPI_Comm_set_errhandler(copies[made], MPI_ERRORS_ARE_FATAL);
    int value = RankIn(MPI_COMM_WORLD) == made % 2 ? made : -1;
    MPI_Bcast(&value, 1, MPI_INT, made % 2, copies[made]);
    if (value != made) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (RankIn(MPI_COMM_WORLD) == 0) printf("%d\n", made);
  for (int i = 0; i < made; ++i) MPI_Comm_free(&copies[i]);
  MPI_Finalize();
  return 0;
}
