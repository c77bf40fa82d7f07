// Overhead of the preload library per call: dispatch bcast|allreduce|alltoall|barrier BYTES [dup]
//
// The calls are on MPI_COMM_WORLD; with "dup", on a duplicate of it.
//
// PMPI_X goes past the preload library, MPI_X through it, both by way of the program's procedure
// linkage table. Batches of the two alternate, so that other load on the machine slows both alike.
// Prints "median p99" of the nanoseconds of one call: past, through, difference; and the ratio of
// the medians.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBatches = 4000, kCalls = 200, kWarmUp = 100 };  // calls of a batch; batches before them
static double past[kBatches], through[kBatches];

static int Ascending(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

static double Quantile(const double* sorted, double part) {
  return sorted[(int)(part * (kBatches - 1))];
}

static char in[1 << 20], out[1 << 20];
static MPI_Comm comm;

#define CALLS(PREFIX)                                                                    \
  static void PREFIX##bcast(int bytes) { PREFIX##Bcast(out, bytes, MPI_BYTE, 0, comm); } \
  static void PREFIX##allreduce(int bytes) {                                             \
    PREFIX##Allreduce(in, out, bytes / 8, MPI_DOUBLE, MPI_SUM, comm);                    \
  }                                                                                      \
  static void PREFIX##alltoall(int bytes) {                                              \
    PREFIX##Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, comm);                   \
  }                                                                                      \
  static void PREFIX##barrier(int bytes) {                                               \
    (void)bytes;                                                                         \
    PREFIX##Barrier(comm);                                                               \
  }
CALLS(MPI_)
CALLS(PMPI_)

static const struct {
  const char* name;
  void (*past)(int bytes);
  void (*through)(int bytes);
} kAll[] = {{"bcast", PMPI_bcast, MPI_bcast},
            {"allreduce", PMPI_allreduce, MPI_allreduce},
            {"alltoall", PMPI_alltoall, MPI_alltoall},
            {"barrier", PMPI_barrier, MPI_barrier}};

// Returns nanoseconds per call.
static double Time(void (*call)(int bytes), int bytes) {
  const double start = MPI_Wtime();
  for (int i = 0; i < kCalls; ++i) call(bytes);
  return (MPI_Wtime() - start) / kCalls * 1e9;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int duplicates = argc == 4 && strcmp(argv[3], "dup") == 0;
  if (argc != 3 && !duplicates) return 2;
  comm = MPI_COMM_WORLD;
  if (duplicates) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  size_t which = 0;
  while (strcmp(kAll[which].name, argv[1]) != 0) {
    if (++which == sizeof kAll / sizeof *kAll) return 2;
  }
  const int bytes = atoi(argv[2]);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = -kWarmUp; i < kBatches; ++i) {
    const int at = i < 0 ? 0 : i;
    PMPI_Barrier(MPI_COMM_WORLD);
    // The first of the two has the colder caches.
    if (i % 2 == 0) past[at] = Time(kAll[which].past, bytes);
    PMPI_Barrier(MPI_COMM_WORLD);
    through[at] = Time(kAll[which].through, bytes);
    PMPI_Barrier(MPI_COMM_WORLD);
    if (i % 2 != 0) past[at] = Time(kAll[which].past, bytes);
  }
  qsort(past, kBatches, sizeof past[0], Ascending);
  qsort(through, kBatches, sizeof through[0], Ascending);
  if (rank == 0) {
    printf("past %7.1f %7.1f   through %7.1f %7.1f   difference %6.1f %6.1f   ratio %.3f\n",
           Quantile(past, 0.5), Quantile(past, 0.99), Quantile(through, 0.5),
           Quantile(through, 0.99), Quantile(through, 0.5) - Quantile(past, 0.5),
           Quantile(through, 0.99) - Quantile(past, 0.99),
           Quantile(through, 0.5) / Quantile(past, 0.5));
  }
  if (duplicates) MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
