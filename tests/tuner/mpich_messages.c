// Counts the messages that MPICH sends for each collective, which tells its algorithms apart, on
// communicators of 2, 3, ... ranks, all in one job. MPICH on UCX passes each message to one
// function of UCX, which this file replaces.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static long sent = 0;

void* ucp_tag_send_nbx(void* endpoint, const void* buffer, size_t count, uint64_t tag,
                       const void* parameters);
void* ucp_tag_send_nbx(void* endpoint, const void* buffer, size_t count, uint64_t tag,
                       const void* parameters) {
  static void* (*next)(void*, const void*, size_t, uint64_t, const void*) = NULL;
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, "ucp_tag_send_nbx");
  ++sent;
  return next(endpoint, buffer, count, tag, parameters);
}

enum { kMost = 8, kBlock = 4096 };

static int in[kMost * kBlock], out[kMost * kBlock];
static int counts[kMost], places[kMost], byte_counts[kMost], byte_places[kMost];
static MPI_Datatype types[kMost];
static int rank, ranks;
static MPI_Comm comm;

static void Prepare(int elements) {
  for (int i = 0; i < ranks; ++i) {
    counts[i] = elements;
    places[i] = i * elements;
    byte_counts[i] = elements;
    byte_places[i] = i * elements * (int)sizeof(int);
    types[i] = MPI_INT;
  }
  for (int i = 0; i < kMost * kBlock; ++i) {
    in[i] = 1000 * rank + i;
    out[i] = -1;
  }
}

typedef void (*Call)(int elements);

static void Bcast(int n) { MPI_Bcast(in, n, MPI_INT, 0, comm); }
static void Scatter(int n) { MPI_Scatter(in, n, MPI_INT, out, n, MPI_INT, 0, comm); }
static void Scatterv(int n) { MPI_Scatterv(in, counts, places, MPI_INT, out, n, MPI_INT, 0, comm); }
static void Gather(int n) { MPI_Gather(in, n, MPI_INT, out, n, MPI_INT, 0, comm); }
static void Gatherv(int n) { MPI_Gatherv(in, n, MPI_INT, out, counts, places, MPI_INT, 0, comm); }
static void Reduce(int n) { MPI_Reduce(in, out, n, MPI_INT, MPI_SUM, 0, comm); }
static void Allreduce(int n) { MPI_Allreduce(in, out, n, MPI_INT, MPI_SUM, comm); }
static void Allgather(int n) { MPI_Allgather(in, n, MPI_INT, out, n, MPI_INT, comm); }
static void Allgatherv(int n) {
  MPI_Allgatherv(in, n, MPI_INT, out, counts, places, MPI_INT, comm);
}
static void Alltoall(int n) { MPI_Alltoall(in, n, MPI_INT, out, n, MPI_INT, comm); }
static void Alltoallv(int n) {
  (void)n;
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm);
}
static void Alltoallw(int n) {
  (void)n;
  MPI_Alltoallw(in, byte_counts, byte_places, types, out, byte_counts, byte_places, types, comm);
}
static void Barrier(int n) {
  (void)n;
  MPI_Barrier(comm);
}
static void ReduceScatterBlock(int n) {
  MPI_Reduce_scatter_block(in, out, n, MPI_INT, MPI_SUM, comm);
}
static void ReduceScatter(int n) {
  (void)n;
  MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm);
}
static void Scan(int n) { MPI_Scan(in, out, n, MPI_INT, MPI_SUM, comm); }
static void Exscan(int n) { MPI_Exscan(in, out, n, MPI_INT, MPI_SUM, comm); }

static const struct {
  const char* name;
  Call call;
} kCalls[] = {
    {"bcast", Bcast},
    {"scatter", Scatter},
    {"scatterv", Scatterv},
    {"gather", Gather},
    {"gatherv", Gatherv},
    {"reduce", Reduce},
    {"allreduce", Allreduce},
    {"allgather", Allgather},
    {"allgatherv", Allgatherv},
    {"alltoall", Alltoall},
    {"alltoallv", Alltoallv},
    {"alltoallw", Alltoallw},
    {"barrier", Barrier},
    {"reduce_scatter_block", ReduceScatterBlock},
    {"reduce_scatter", ReduceScatter},
    {"scan", Scan},
    {"exscan", Exscan},
};

// Checks a block of `elements` of the sum over the first `operands` ranks, from element `first` on.
static void CheckSum(const char* name, const int* block, int first, int elements, int operands) {
  for (int i = 0; i < elements; ++i) {
    const int wanted = 1000 * operands * (operands - 1) / 2 + operands * (first + i);
    if (block[i] == wanted) continue;
    fprintf(stderr, "%s on %d ranks, rank %d: %d, wanted %d\n", name, ranks, rank, block[i],
            wanted);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

// Checks the sums. Collectives that only move data are compared elsewhere with MPICH's own results.
static void Check(Call call, const char* name, int n) {
  if (call == Allreduce || (call == Reduce && rank == 0)) CheckSum(name, out, 0, n, ranks);
  if (call == ReduceScatterBlock || call == ReduceScatter) {
    CheckSum(name, out, rank * n, n, ranks);
  }
  if (call == Scan) CheckSum(name, out, 0, n, rank + 1);
  if (call == Exscan && rank > 0) CheckSum(name, out, 0, n, rank);
}

static void Count(int which, int elements) {
  Prepare(elements);
  const long before = sent;
  kCalls[which].call(elements);
  long messages = sent - before;
  Check(kCalls[which].call, kCalls[which].name, elements);
  long all = 0;
  MPI_Reduce(&messages, &all, 1, MPI_LONG, MPI_SUM, 0, comm);
  if (rank == 0) {
    printf("%s %d %d %ld\n", kCalls[which].name, ranks, elements * (int)sizeof(int), all);
  }
}

// mpich_messages ELEMENTS...: blocks of ELEMENTS integers, on all numbers of ranks of the job.
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int most = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &most);
  const int self = rank;
  for (ranks = 2; ranks <= most && most <= kMost; ++ranks) {
    MPI_Comm_split(MPI_COMM_WORLD, self < ranks ? 0 : MPI_UNDEFINED, self, &comm);
    for (int i = 1; comm != MPI_COMM_NULL && i < argc; ++i) {
      for (int which = 0; which < (int)(sizeof kCalls / sizeof *kCalls); ++which) {
        Count(which, atoi(argv[i]));
      }
    }
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
