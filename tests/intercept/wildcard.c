// Receives from any source with any tag, posted while broadcasts run, must get only the
// application's messages.
#include "program.h"

static void Broadcasts(MPI_Comm comm) {
  static unsigned char data[100000];
  static const int kSizes[] = {1, 1000, 100000};
  for (int i = 0; i < 60; ++i) {
    MPI_Bcast(data, kSizes[i % 3], MPI_BYTE, i % RanksOf(comm), comm);
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &found, MPI_STATUS_IGNORE);
    Record((uint64_t)found);
  }
}

static void Try(MPI_Comm comm) {
  const int rank = RankIn(comm);
  const int ranks = RanksOf(comm);
  int mail[2] = {0, 0};
  MPI_Request requests[2];
  MPI_Status statuses[2];
  for (int i = 0; i < 2; ++i) {
    MPI_Irecv(&mail[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[i]);
  }
  Broadcasts(comm);
  int done = 1;
  MPI_Testall(2, requests, &done, statuses);
  Record((uint64_t)done);
  MPI_Barrier(comm);
  for (int i = 0; i < 2; ++i) {
    int letter = 100 * rank + i;
    MPI_Send(&letter, 1, MPI_INT, (rank + 1) % ranks, 7 + i, comm);
  }
  MPI_Waitall(2, requests, statuses);
  Record((uint64_t)mail[0]);
  Record((uint64_t)mail[1]);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Try(MPI_COMM_WORLD);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  Try(copy);
  MPI_Comm_free(&copy);
  PrintResults();
  MPI_Finalize();
  return 0;
}
