// Broadcasts of many sizes, from every root, on several communicators.
#include "program.h"

enum { kGuard = 64, kLargest = 1 << 20 };
static unsigned char buffer[kLargest + kGuard];

static void BroadcastAll(MPI_Comm comm, int salt) {
  static const int kSizes[] = {0, 1, 7, 1000, 4096, 65537, kLargest};
  for (size_t i = 0; i < sizeof kSizes / sizeof kSizes[0]; ++i) {
    for (int root = 0; root < RanksOf(comm); ++root) {
      memset(buffer, 0xee, sizeof buffer);
      if (RankIn(comm) == root) Fill(buffer, (size_t)kSizes[i], salt + root);
      Record((uint64_t)MPI_Bcast(buffer, kSizes[i], MPI_BYTE, root, comm));
      RecordBytes(buffer, (size_t)kSizes[i] + kGuard);
    }
  }
#if MPI_VERSION >= 4
  if (RankIn(comm) == 0) Fill(buffer, 5000, salt);
  Record((uint64_t)MPI_Bcast_c(buffer, 5000, MPI_BYTE, 0, comm));
  RecordBytes(buffer, sizeof buffer);
#endif
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = RankIn(MPI_COMM_WORLD);
  BroadcastAll(MPI_COMM_WORLD, 1);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  BroadcastAll(copy, 2);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  BroadcastAll(half, 3);
  BroadcastAll(MPI_COMM_SELF, 4);
  MPI_Comm_free(&half);
  MPI_Comm_free(&copy);
  PrintResults();
  MPI_Finalize();
  return 0;
}
