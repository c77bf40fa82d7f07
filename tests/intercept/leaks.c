// Communicators come and go, each with a call of every kind that makes the preload library keep
// data. Prints by how many bytes the memory in use grew between the first rounds and the last.
#include <malloc.h>

#include "program.h"

enum { kBefore = 100, kRounds = 300 };

static void Round(void) {
  MPI_Comm copy, part;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(copy, RankIn(copy) == 0, 0, &part);
  const int ranks = RanksOf(copy);
  int value = 1, sum = 0, own[16] = {0}, all[16] = {0};
  MPI_Bcast(&value, 1, MPI_INT, 0, copy);
  MPI_Bcast(&value, 1, MPI_INT, RanksOf(part) - 1, part);
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, copy);
  MPI_Alltoall(own, 1, MPI_INT, all, 1, MPI_INT, copy);
  MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_MAX, ranks - 1, copy);
  MPI_Barrier(copy);
  MPI_Comm_free(&part);
  MPI_Comm_free(&copy);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < kBefore; ++i) Round();
  const size_t before = mallinfo2().uordblks;
  for (int i = 0; i < kRounds; ++i) Round();
  const long long grown = (long long)mallinfo2().uordblks - (long long)before;
  long long most = 0;
  MPI_Reduce(&grown, &most, 1, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
  if (RankIn(MPI_COMM_WORLD) == 0) printf("%lld\n", most);
  MPI_Finalize();
  return 0;
}
