// Threads that call collectives at the same time. Each thread makes and frees its own
// communicators.
#include <pthread.h>

#include "program.h"

#ifdef OPEN_MPI  // 4.1.4 takes 100 times as long as MPICH with more threads than processors
enum { kRounds = 2 };
#else
enum { kRounds = 15 };
#endif
enum { kThreads = 4, kItems = 50, kMostRanks = 16 };

static void Expect(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "wrong result of %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// Rank i gives blocks of kItems items, whose values are value + i.
static void CallAll(MPI_Comm comm, int value) {
  const int ranks = RanksOf(comm), rank = RankIn(comm), root = value % ranks;
  int own[kMostRanks * kItems], other[kMostRanks * kItems], counts[kMostRanks], places[kMostRanks];
  MPI_Datatype types[kMostRanks];
  int bytes[kMostRanks];
  for (int i = 0; i < ranks; ++i) {
    counts[i] = kItems;
    places[i] = i * kItems;
    bytes[i] = places[i] * (int)sizeof(int);
    types[i] = MPI_INT;
  }
  for (int i = 0; i < ranks * kItems; ++i) own[i] = value + rank;
  const int mine = rank * kItems, last = (ranks - 1) * kItems;
  const int sum = ranks * value + ranks * (ranks - 1) / 2;
  const int before = rank * value + rank * (rank - 1) / 2;

  int data = rank == root ? value : -1;
  MPI_Bcast(&data, 1, MPI_INT, root, comm);
  Expect(data == value, "bcast");
  MPI_Scatter(own, kItems, MPI_INT, other, kItems, MPI_INT, root, comm);
  Expect(other[kItems - 1] == value + root, "scatter");
  MPI_Scatterv(own, counts, places, MPI_INT, other, kItems, MPI_INT, 0, comm);
  Expect(other[kItems - 1] == value, "scatterv");
  MPI_Gather(own, kItems, MPI_INT, other, kItems, MPI_INT, root, comm);
  Expect(rank != root || other[last] == value + ranks - 1, "gather");
  MPI_Gatherv(own, kItems, MPI_INT, other, counts, places, MPI_INT, 0, comm);
  Expect(rank != 0 || other[last] == value + ranks - 1, "gatherv");
  MPI_Allgather(own, kItems, MPI_INT, other, kItems, MPI_INT, comm);
  Expect(other[mine] == value + rank && other[last] == value + ranks - 1, "allgather");
  MPI_Allgatherv(own, kItems, MPI_INT, other, counts, places, MPI_INT, comm);
  Expect(other[mine] == value + rank && other[last] == value + ranks - 1, "allgatherv");
  MPI_Alltoall(own, kItems, MPI_INT, other, kItems, MPI_INT, comm);
  Expect(other[mine] == value + rank && other[last] == value + ranks - 1, "alltoall");
  MPI_Alltoallv(own, counts, places, MPI_INT, other, counts, places, MPI_INT, comm);
  Expect(other[mine] == value + rank && other[last] == value + ranks - 1, "alltoallv");
  MPI_Alltoallw(own, counts, bytes, types, other, counts, bytes, types, comm);
  Expect(other[mine] == value + rank && other[last] == value + ranks - 1, "alltoallw");
  MPI_Reduce(own, other, kItems, MPI_INT, MPI_SUM, root, comm);
  Expect(rank != root || other[kItems - 1] == sum, "reduce");
  MPI_Allreduce(own, other, kItems, MPI_INT, MPI_SUM, comm);
  Expect(other[kItems - 1] == sum, "allreduce");
  MPI_Reduce_scatter_block(own, other, kItems, MPI_INT, MPI_SUM, comm);
  Expect(other[kItems - 1] == sum, "reduce_scatter_block");
  MPI_Reduce_scatter(own, other, counts, MPI_INT, MPI_SUM, comm);
  Expect(other[kItems - 1] == sum, "reduce_scatter");
  MPI_Scan(own, other, kItems, MPI_INT, MPI_SUM, comm);
  Expect(other[kItems - 1] == before + value + rank, "scan");
  MPI_Exscan(own, other, kItems, MPI_INT, MPI_SUM, comm);
  Expect(rank == 0 || other[kItems - 1] == before, "exscan");
  MPI_Barrier(comm);
}

static void* Work(void* argument) {
  MPI_Comm* comm = argument;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < 3; ++i) CallAll(*comm, 100 * round + i);
    MPI_Comm copy;
    MPI_Comm_dup(*comm, &copy);
    CallAll(copy, round);
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
