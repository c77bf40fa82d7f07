// Two of three processes use up what one may hold of private communicators before they broadcast
// together with the third, which holds none.
#include "program.h"

enum { kLimit = 128 };  // kMostPrivateCommunicators

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm pair, copies[kLimit];
  const int with_pair = RankIn(MPI_COMM_WORLD) < 2;
  MPI_Comm_split(MPI_COMM_WORLD, with_pair, 0, &pair);
  for (int i = 0; i < kLimit; ++i) {
    MPI_Comm_dup(pair, &copies[i]);
    int value = RankIn(pair) == 0 ? i : -1;
    MPI_Bcast(&value, 1, MPI_INT, 0, copies[i]);
    Record((uint64_t)value);
  }
  for (int round = 0; round < 2; ++round) {
    for (int root = 0; root < RanksOf(MPI_COMM_WORLD); ++root) {
      int value = RankIn(MPI_COMM_WORLD) == root ? 500 + root : 0;
      MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
      Record((uint64_t)value);
    }
    if (round == 0) {
      for (int i = 0; i < kLimit; ++i) MPI_Comm_free(&copies[i]);
    }
  }
  MPI_Comm_free(&pair);
  PrintResults();
  MPI_Finalize();
  return 0;
}
