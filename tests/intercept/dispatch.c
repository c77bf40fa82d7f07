// What the preload library adds to a broadcast that it passes on: dispatch BYTES
//
// PMPI_Bcast goes past the preload library, MPI_Bcast through it, both by way of the program's
// procedure linkage table. Batches of the two alternate, so that whatever else the machine does
// meets both. Prints "median p99" of the nanoseconds of one call: past, through, difference.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

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

// Nanoseconds per call.
static double Time(int (*broadcast)(void*, int, MPI_Datatype, int, MPI_Comm), int bytes) {
  static char data[1 << 20];
  const double start = MPI_Wtime();
  for (int i = 0; i < kCalls; ++i) broadcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  return (MPI_Wtime() - start) / kCalls * 1e9;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int bytes = argc > 1 ? atoi(argv[1]) : 8;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = -kWarmUp; i < kBatches; ++i) {
    const int at = i < 0 ? 0 : i;
    MPI_Barrier(MPI_COMM_WORLD);
    // Whichever is first has the colder caches.
    if (i % 2 == 0) past[at] = Time(PMPI_Bcast, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    through[at] = Time(MPI_Bcast, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (i % 2 != 0) past[at] = Time(PMPI_Bcast, bytes);
  }
  qsort(past, kBatches, sizeof past[0], Ascending);
  qsort(through, kBatches, sizeof through[0], Ascending);
  if (rank == 0) {
    printf("past %7.1f %7.1f   through %7.1f %7.1f   difference %6.1f %6.1f\n", Quantile(past, 0.5),
           Quantile(past, 0.99), Quantile(through, 0.5), Quantile(through, 0.99),
           Quantile(through, 0.5) - Quantile(past, 0.5),
           Quantile(through, 0.99) - Quantile(past, 0.99));
  }
  MPI_Finalize();
  return 0;
}
