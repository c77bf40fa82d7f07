// Calls that are counted: counts all|sizes|operations|fork|abort
//
// all: each collective on MPI_COMM_WORLD as often as its place in the list below; on halves, one of
// which is freed; on a copy without a name; on MPI_COMM_SELF; between two groups.
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

enum { kMost = 64 };  // ranks
static int in[kMost * 64], out[kMost * 64];
static int counts[kMost], places[kMost], byte_places[kMost];
static MPI_Datatype types[kMost];

static void Repeat(int times, MPI_Comm comm, void (*call)(MPI_Comm comm)) {
  for (int i = 0; i < times; ++i) call(comm);
}

static void CallBarrier(MPI_Comm comm) { MPI_Barrier(comm); }
static void CallBcast(MPI_Comm comm) { MPI_Bcast(in, 3, MPI_INT, 0, comm); }
static void CallReduce(MPI_Comm comm) { MPI_Reduce(in, out, 4, MPI_INT, MPI_SUM, 0, comm); }
static void CallAllreduce(MPI_Comm comm) { MPI_Allreduce(in, out, 2, MPI_INT, MPI_SUM, comm); }
static void CallScan(MPI_Comm comm) { MPI_Scan(in, out, 6, MPI_INT, MPI_SUM, comm); }
static void CallExscan(MPI_Comm comm) { MPI_Exscan(in, out, 7, MPI_INT, MPI_SUM, comm); }
static void CallGather(MPI_Comm comm) { MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, 0, comm); }
static void CallGatherv(MPI_Comm comm) {
  MPI_Gatherv(in, counts[RankIn(comm)], MPI_INT, out, counts, places, MPI_INT, 0, comm);
}
static void CallScatter(MPI_Comm comm) { MPI_Scatter(in, 5, MPI_INT, out, 5, MPI_INT, 0, comm); }
static void CallScatterv(MPI_Comm comm) {
  MPI_Scatterv(in, counts, places, MPI_INT, out, counts[RankIn(comm)], MPI_INT, 0, comm);
}
static void CallAllgather(MPI_Comm comm) { MPI_Allgather(in, 10, MPI_INT, out, 10, MPI_INT, comm); }
static void CallAllgatherv(MPI_Comm comm) {
  MPI_Allgatherv(in, counts[RankIn(comm)], MPI_INT, out, counts, places, MPI_INT, comm);
}
static void CallAlltoall(MPI_Comm comm) { MPI_Alltoall(in, 9, MPI_INT, out, 9, MPI_INT, comm); }
static void CallAlltoallv(MPI_Comm comm) {
  int same[kMost];
  for (int i = 0; i < kMost; ++i) same[i] = 2;
  MPI_Alltoallv(in, same, places, MPI_INT, out, same, places, MPI_INT, comm);
}
static void CallAlltoallw(MPI_Comm comm) {
  int same[kMost];
  for (int i = 0; i < kMost; ++i) same[i] = 2;
  MPI_Alltoallw(in, same, byte_places, types, out, same, byte_places, types, comm);
}
static void CallReduceScatter(MPI_Comm comm) {
  MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm);
}
static void CallReduceScatterBlock(MPI_Comm comm) {
  MPI_Reduce_scatter_block(in, out, 8, MPI_INT, MPI_SUM, comm);
}

// Each call is made once more than the one before it.
static void (*const kCalls[])(MPI_Comm comm) = {CallBarrier,
                                                CallBcast,
                                                CallReduce,
                                                CallAllreduce,
                                                CallScan,
                                                CallExscan,
                                                CallGather,
                                                CallGatherv,
                                                CallScatter,
                                                CallScatterv,
                                                CallAllgather,
                                                CallAllgatherv,
                                                CallAlltoall,
                                                CallAlltoallv,
                                                CallAlltoallw,
                                                CallReduceScatter,
                                                CallReduceScatterBlock};

static void BetweenGroups(MPI_Comm half, int which) {
  MPI_Comm other;
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - which, 1, &other);
  CallAllreduce(other);
  MPI_Comm_free(&other);
}

static void CallAll(void) {
  for (int i = 0; i < (int)(sizeof kCalls / sizeof *kCalls); ++i) {
    Repeat(i + 1, MPI_COMM_WORLD, kCalls[i]);
  }
  const int which = RankIn(MPI_COMM_WORLD) % 2;
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, which, 0, &half);
  MPI_Comm_set_name(half, which == 0 ? "even \"half\"" : "odd");
  Repeat(20, half, CallAllreduce);
  BetweenGroups(half, which);
  if (which == 1) MPI_Comm_free(&half);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_name(copy, "");
  Repeat(300, copy, CallBarrier);
  MPI_Comm_free(&copy);
  Repeat(5, MPI_COMM_SELF, CallAllreduce);
}

// Broadcasts of all size classes around 2 to 8 bytes, from two roots.
static void CallSizes(void) {
  static const int kSizes[] = {0, 1, 2, 3, 4, 7, 8, 1023, 1024, 0, 3};
  for (size_t i = 0; i < sizeof kSizes / sizeof *kSizes; ++i) {
    MPI_Bcast(in, kSizes[i], MPI_BYTE, (int)i % 2, MPI_COMM_WORLD);
  }
}

static void First(void* invec, void* inoutvec, int* length, MPI_Datatype* type) {
  (void)type;
  memcpy(inoutvec, invec, (size_t)*length * sizeof(int));
}

// 3 with an operation that commutes, 4 with one that does not.
static void CallOperations(void) {
  MPI_Op op;
  MPI_Op_create(First, 0, &op);
  Repeat(3, MPI_COMM_WORLD, CallAllreduce);
  for (int i = 0; i < 4; ++i) MPI_Allreduce(in, out, 2, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}

// Finalizes on one rank alone, whose child also ends MPI, and later. What happens to the child is
// the library's business.
static void FinalizeWithAChild(void) {
  Repeat(2, MPI_COMM_WORLD, CallBarrier);
  int ends[2];
  char byte = 0;
  if (pipe(ends) != 0) exit(2);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    while (read(ends[0], &byte, 1) > 0) {
    }
    MPI_Finalize();
    _exit(0);
  }
  Repeat(3, MPI_COMM_WORLD, CallBarrier);
  MPI_Finalize();
  close(ends[1]);
  exit(waitpid(child, NULL, 0) == child ? 0 : 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 2) return 2;
  for (int i = 0; i < kMost; ++i) {
    counts[i] = i + 1;
    places[i] = 2 * i;
    byte_places[i] = 2 * i * (int)sizeof(int);
    types[i] = MPI_INT;
  }
  for (int i = 1; i < kMost; ++i) places[i] = places[i - 1] + counts[i - 1];
  // A folder other than the one where the preload library was started.
  if (chdir("/") != 0) return 2;
  if (strcmp(argv[1], "all") == 0) CallAll();
  if (strcmp(argv[1], "sizes") == 0) CallSizes();
  if (strcmp(argv[1], "operations") == 0) CallOperations();
  if (strcmp(argv[1], "fork") == 0) FinalizeWithAChild();
  if (strcmp(argv[1], "abort") == 0) {
    CallBarrier(MPI_COMM_WORLD);
    MPI_Abort(MPI_COMM_WORLD, 7);
  }
  MPI_Finalize();
  printf("done\n");
  return 0;
}
