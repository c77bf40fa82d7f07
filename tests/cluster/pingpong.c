// pingpong BYTES REPETITIONS: rank 0 sends BYTES to each other rank, which answers with one byte.
// Prints for each other rank its host, the least and the median time of the round trips, in
// microseconds, and the number of ranks that MPI knows on its node.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kWarmUp = 4, kTag = 1 };

static int Compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void RoundTrip(int rank, int other, char* buffer, int bytes) {
  char answer = 0;
  if (rank == 0) {
    MPI_Send(buffer, bytes, MPI_CHAR, other, kTag, MPI_COMM_WORLD);
    MPI_Recv(&answer, 1, MPI_CHAR, other, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(buffer, bytes, MPI_CHAR, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&answer, 1, MPI_CHAR, 0, kTag, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, length = 0;
  char host[MPI_MAX_PROCESSOR_NAME] = "";
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Get_processor_name(host, &length);
  MPI_Comm node;
  int on_node = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &on_node);
  MPI_Comm_free(&node);
  const int bytes = argc > 1 ? atoi(argv[1]) : 1;
  const int repetitions = argc > 2 ? atoi(argv[2]) : 1;
  char* const buffer = calloc(bytes + 1, 1);
  double* const times = calloc(repetitions, sizeof *times);
  for (int other = 1; other < size; ++other) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0 && rank != other) continue;
    for (int i = -kWarmUp; i < repetitions; ++i) {
      const double start = MPI_Wtime();
      RoundTrip(rank, other, buffer, bytes);
      if (i >= 0) times[i] = (MPI_Wtime() - start) * 1e6;
    }
    if (rank == other) {
      MPI_Send(host, sizeof host, MPI_CHAR, 0, kTag, MPI_COMM_WORLD);
      MPI_Send(&on_node, 1, MPI_INT, 0, kTag, MPI_COMM_WORLD);
      continue;
    }
    MPI_Recv(host, sizeof host, MPI_CHAR, other, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&on_node, 1, MPI_INT, other, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    qsort(times, repetitions, sizeof *times, Compare);
    printf("%s %.1f %.1f %d\n", host, times[0], times[repetitions / 2], on_node);
    fflush(stdout);
  }
  free(buffer);
  free(times);
  MPI_Finalize();
  return 0;
}
