// Makes and frees thousands of communicators, each with a broadcast: more than there are context
// ids.
#include "program.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  uint64_t sum = 0;
  for (int i = 0; i < 5000; ++i) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    int value = RankIn(copy) == i % 2 ? i : 0;
    MPI_Bcast(&value, 1, MPI_INT, i % 2, copy);
    sum += (uint64_t)value;
    MPI_Comm_free(&copy);
  }
  Record(sum);
  PrintResults();
  MPI_Finalize();
  return 0;
}
