// Calls each collective that Open MPI has rules for, checks its result, and prints which messages
// it took: for each call a line "bcast 64: 0>1:2:64 0>2:1:64", which is two messages from rank 0 to
// 1, of 64 bytes in all, and one from 0 to 2. Arguments: the root, and the bytes of the calls as
// profiles count them, each a multiple of 4.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openmpi_messages.h"

enum { kMostRanks = kMostReceivers, kMostInts = 1 << 16 };

static int in[kMostRanks * kMostInts], out[kMostRanks * kMostInts];
static int rank, ranks, root, counts[kMostRanks], places[kMostRanks];
static const MPI_Comm world = MPI_COMM_WORLD;

static void Require(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "rank %d of %d: wrong: %s\n", rank, ranks, what);
  MPI_Abort(world, 1);
}

static int Value(int from, int i) { return 1 + 10007 * from + i; }

static int Sum(int ranks_below, int i) {
  int sum = 0;
  for (int from = 0; from < ranks_below; ++from) sum += Value(from, i);
  return sum;
}

// n is the number of ints of a block.
static int IsBcast(int n) {
  int* data = rank == root ? in : out;
  MPI_Bcast(data, n, MPI_INT, root, world);
  int is_right = 1;
  for (int i = 0; i < n; ++i) is_right &= data[i] == Value(root, i);
  return is_right;
}

static int IsScatter(int n) {
  MPI_Scatter(rank == root ? in : NULL, rank == root ? n : 0, MPI_INT, out, n, MPI_INT, root,
              world);
  int is_right = 1;
  for (int i = 0; i < n; ++i) is_right &= out[i] == in[rank * n + i] - 10007 * (rank - root);
  return is_right;
}

static int AreAll(int n) {
  int is_right = 1;
  for (int k = 0; k < ranks * n; ++k) is_right &= out[k] == Value(k / n, k % n);
  return is_right;
}

static int IsGather(int n) {
  if (rank == root) {
    memcpy(out + rank * n, in, (size_t)n * sizeof *in);
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, n, MPI_INT, root, world);
  } else {
    MPI_Gather(in, n, MPI_INT, NULL, 0, MPI_INT, root, world);
  }
  return rank != root || AreAll(n);
}

static int IsAllgather(int n) {
  MPI_Allgather(in, n, MPI_INT, out, n, MPI_INT, world);
  return AreAll(n);
}

static int IsAllgatherv(int n) {
  MPI_Allgatherv(in, n, MPI_INT, out, counts, places, MPI_INT, world);
  return AreAll(n);
}

static int AreExchanged(int n) {
  int is_right = 1;
  for (int k = 0; k < ranks * n; ++k) is_right &= out[k] == Value(k / n, rank * n + k % n);
  return is_right;
}

static int IsAlltoall(int n) {
  MPI_Alltoall(in, n, MPI_INT, out, n, MPI_INT, world);
  return AreExchanged(n);
}

static int IsAlltoallv(int n) {
  MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, world);
  return AreExchanged(n);
}

static int AreSums(int n, int first, int below) {
  int is_right = 1;
  for (int i = 0; i < n; ++i) is_right &= out[i] == Sum(below, first + i);
  return is_right;
}

static int IsReduce(int n) {
  MPI_Reduce(in, out, n, MPI_INT, MPI_SUM, root, world);
  return rank != root || AreSums(n, 0, ranks);
}

static int IsAllreduce(int n) {
  MPI_Allreduce(in, out, n, MPI_INT, MPI_SUM, world);
  return AreSums(n, 0, ranks);
}

static int IsReduceScatter(int n) {
  MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, world);
  return AreSums(n, rank * n, ranks);
}

static int IsReduceScatterBlock(int n) {
  MPI_Reduce_scatter_block(in, out, n, MPI_INT, MPI_SUM, world);
  return AreSums(n, rank * n, ranks);
}

static int IsScan(int n) {
  MPI_Scan(in, out, n, MPI_INT, MPI_SUM, world);
  return AreSums(n, 0, rank + 1);
}

static int IsExscan(int n) {
  MPI_Exscan(in, out, n, MPI_INT, MPI_SUM, world);
  return rank == 0 || AreSums(n, 0, rank);
}

static int IsBarrier(int n) {
  (void)n;
  MPI_Barrier(world);
  return 1;
}

static const struct {
  const char* name;
  int (*is_right)(int n);
} kCalls[] = {
    {"allgather", IsAllgather},
    {"allgatherv", IsAllgatherv},
    {"allreduce", IsAllreduce},
    {"alltoall", IsAlltoall},
    {"alltoallv", IsAlltoallv},
    {"barrier", IsBarrier},
    {"bcast", IsBcast},
    {"exscan", IsExscan},
    {"gather", IsGather},
    {"reduce", IsReduce},
    {"reduce_scatter", IsReduceScatter},
    {"reduce_scatter_block", IsReduceScatterBlock},
    {"scan", IsScan},
    {"scatter", IsScatter},
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  Require(argc > 1 && ranks <= kMostRanks, "arguments");
  root = atoi(argv[1]) % ranks;
  Require(CountMessages(), "no table of functions as Open MPI has it");
  for (int a = 2; a < argc; ++a) {
    const int n = atoi(argv[a]) / (int)sizeof(int);
    Require(n <= kMostInts, "bytes");
    for (int i = 0; i < ranks; ++i) counts[i] = n, places[i] = n * i;
    for (size_t c = 0; c < sizeof kCalls / sizeof *kCalls; ++c) {
      for (int i = 0; i < ranks * n; ++i) in[i] = Value(rank, i), out[i] = -1;
      // The sender counts a call's messages, so that no rank need wait for the others.
      memset(sent, 0, sizeof sent);
      Require(kCalls[c].is_right(n), kCalls[c].name);
      long here[kMostRanks][2], all[kMostRanks * kMostRanks][2];
      memcpy(here, sent, sizeof sent);
      MPI_Gather(here, 2 * ranks, MPI_LONG, all, 2 * ranks, MPI_LONG, 0, world);
      if (rank > 0) continue;
      printf("%s %s:", kCalls[c].name, argv[a]);
      for (int k = 0; k < ranks * ranks; ++k) {
        if (all[k][0] > 0) {
          printf(" %d>%d:%ld:%ld", k / ranks, k % ranks, all[k][0], all[k][1]);
        }
      }
      printf("\n");
    }
  }
  MPI_Finalize();
  return 0;
}
