// compare REPETITIONS: an MPI program that knows nothing of colltune. It times collectives in turns
// by MPI_Bcast, which a preloaded library may intercept, and by PMPI_Bcast, which is the MPI
// library's own. All ranks start at the same moment: on an emulated cluster they read the same
// clock. Prints for each collective, root and size the medians of both, until the last rank is
// done, in milliseconds. Prints also the second median over the first.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kMostBytes = 1 << 20, kMostRepetitions = 100, kWays = 2 };

typedef void Call(void* in, void* out, int count, int root);

#define ON MPI_COMM_WORLD
#define COLLECTIVE(prefix)                                              \
  static void prefix##Broadcast(void* in, void* out, int n, int root) { \
    (void)out;                                                          \
    prefix##_Bcast(in, n, MPI_DOUBLE, root, ON);                        \
  }                                                                     \
  static void prefix##ReduceSum(void* in, void* out, int n, int root) { \
    prefix##_Reduce(in, out, n, MPI_DOUBLE, MPI_SUM, root, ON);         \
  }                                                                     \
  static void prefix##AllSum(void* in, void* out, int n, int root) {    \
    (void)root;                                                         \
    prefix##_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, ON);            \
  }
COLLECTIVE(MPI)
COLLECTIVE(PMPI)

static const struct {
  const char* name;
  int has_root;
  Call* ways[kWays];
} kCollectives[] = {
    {"bcast", 1, {MPIBroadcast, PMPIBroadcast}},
    {"reduce", 1, {MPIReduceSum, PMPIReduceSum}},
    {"allreduce", 0, {MPIAllSum, PMPIAllSum}},
};

static int InOrder(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double Median(double* times, int count) {
  qsort(times, count, sizeof *times, InOrder);
  return (times[(count - 1) / 2] + times[count / 2]) / 2;
}

// Returns the time from a common start until the last rank is done, in seconds.
static double Time(Call* call, void* in, void* out, int count, int root) {
  const double kAhead = 0.1;  // until all have heard of it, in seconds
  double start = MPI_Wtime() + kAhead;
  PMPI_Bcast(&start, 1, MPI_DOUBLE, 0, ON);
  const double wait = start - MPI_Wtime();
  if (wait > 0) nanosleep(&(struct timespec){0, (long)(wait * 1e9)}, NULL);
  call(in, out, count, root);
  double end = MPI_Wtime();
  PMPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_DOUBLE, MPI_MAX, ON);
  return end - start;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(ON, &rank);
  MPI_Comm_size(ON, &ranks);
  if (ranks < 2) return fputs("compare: it takes two ranks or more\n", stderr), 2;
  const int asked = argc > 1 ? atoi(argv[1]) : 5;
  const int repetitions = asked < kMostRepetitions ? asked : kMostRepetitions;
  void* const in = calloc(kMostBytes, 1);
  void* const out = calloc(kMostBytes, 1);
  static double times[kWays][kMostRepetitions];
  if (rank == 0)
    printf("%-10s %4s %8s %10s %10s %6s\n", "", "root", "bytes", "MPI_", "PMPI_", "ratio");
  for (size_t c = 0; c < sizeof kCollectives / sizeof *kCollectives; ++c) {
    for (int root = 0; root <= kCollectives[c].has_root * (ranks - 1); root += ranks - 1) {
      for (int bytes = 1024; bytes <= kMostBytes; bytes *= 4) {
        const int count = bytes / (int)sizeof(double);
        for (int i = -1; i < repetitions; ++i) {  // the first warms up
          for (int way = 0; way < kWays; ++way) {
            const double time = Time(kCollectives[c].ways[way], in, out, count, root);
            if (i >= 0) times[way][i] = time;
          }
        }
        const double own = Median(times[0], repetitions), library = Median(times[1], repetitions);
        if (rank != 0) continue;
        printf("%-10s %4d %8d %10.2f %10.2f %6.2f\n", kCollectives[c].name, root, bytes, own * 1e3,
               library * 1e3, library / own);
        fflush(stdout);
      }
    }
  }
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
