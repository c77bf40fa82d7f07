// A job that ends early: ending COLLECTIVE abort|kill|segv|exit
//
// All ranks but the last enter a second collective; the last one ends when they are in it.
#include <signal.h>
#include <unistd.h>

#include "program.h"

enum { kCount = 1000 };
static int send[kCount * 16], receive[kCount * 16];

static void Perform(const char* collective) {
  if (strcmp(collective, "barrier") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(collective, "bcast") == 0) {
    MPI_Bcast(send, kCount, MPI_INT, RanksOf(MPI_COMM_WORLD) - 1, MPI_COMM_WORLD);
  }
  if (strcmp(collective, "allreduce") == 0) {
    MPI_Allreduce(send, receive, kCount, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (strcmp(collective, "alltoall") == 0) {
    MPI_Alltoall(send, kCount, MPI_INT, receive, kCount, MPI_INT, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const char* const end = argv[2];
  MPI_Init(&argc, &argv);
  const int last = RankIn(MPI_COMM_WORLD) == RanksOf(MPI_COMM_WORLD) - 1;
  Perform(argv[1]);
  if (last) {
    // Long enough for the others to arrive in the second one: they need microseconds.
    usleep(200000);
    if (strcmp(end, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 7);
    if (strcmp(end, "kill") == 0) raise(SIGKILL);
    if (strcmp(end, "segv") == 0) raise(SIGSEGV);
    if (strcmp(end, "exit") == 0) exit(5);
    return 2;
  }
  Perform(argv[1]);
  printf("a rank got through\n");
  MPI_Finalize();
  return 0;
}
