// Threads that broadcast at the same time, each on communicators of its own, which they also make
// and free.
#include <pthread.h>

#include "program.h"

enum { kThreads = 4, kRounds = 15 };

static void Broadcast(MPI_Comm comm, int value) {
  const int root = value % RanksOf(comm);
  int data = RankIn(comm) == root ? value : -1;
  if (MPI_Bcast(&data, 1, MPI_INT, root, comm) != MPI_SUCCESS || data != value) {
    fprintf(stderr, "%d instead of %d\n", data, value);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static void* Work(void* argument) {
  MPI_Comm* comm = argument;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < 10; ++i) Broadcast(*comm, 100 * round + i);
    MPI_Comm copy;
    MPI_Comm_dup(*comm, &copy);
    Broadcast(copy, round);
    MPI_Comm_free(&copy);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) return 1;
  MPI_Comm comms[kThreads];
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, Work, &comms[i]);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < kThreads; ++i) MPI_Comm_free(&comms[i]);
  Record(kThreads * kRounds);
  PrintResults();
  MPI_Finalize();
  return 0;
}
