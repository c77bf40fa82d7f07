// Two of three processes use up their limit of private communicators. Then they broadcast together
// with the third process, which holds none.
#include "program.h"

enum { kLimit = 128 };  // kMostPrivateCommunicators

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm all, pair, copies[kLimit];
  MPI_Comm_dup(MPI_COMM_WORLD, &all);
  const int with_pair = RankIn(MPI_COMM_WORLD) < 2;
  MPI_Comm_split(MPI_COMM_WORLD, with_pair, 0, &pair);
  for (int i = 0; i < kLimit; ++i) {
    MPI_Comm_dup(pair, &copies[i]);
    int value = RankIn(pair) == 0 ? i : -1;
    MPI_Bcast(&value, 1, MPI_INT, 0, copies[i]);
    Record((uint64_t)value);
  }
  for (int round = 0; round < 2; ++round) {
    for (int root = 0; root < RanksOf(all); ++root) {
      int value = RankIn(all) == root ? 500 + root : 0;
      MPI_Bcast(&value, 1, MPI_INT, root, all);
      Record((uint64_t)value);
    }
    if (round == 0) {
      for (int i = 0; i < kLimit; ++i) MPI_Comm_free(&copies[i]);
    }
  }
  MPI_Comm_free(&pair);
  MPI_Comm_free(&all);
  PrintResults();
  MPI_Finalize();
  return 0;
}
