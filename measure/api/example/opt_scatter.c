/*
 * Scatters by the implementation that was measured as the fastest for the size of the message: the
 * example of MPIBlib's authors (EuroPVM/MPI 2008, section 4).
 *
 *   mpicc -o opt_scatter opt_scatter.c -lcolltune_measure && mpiexec -n 8 ./opt_scatter
 */
#include <colltune.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSizes = 4, kMostItems = 1 << 14 };
static const long long sizes[kSizes] = {8, 512, 8192, 65536}; /* bytes for each rank, ascending */

static colltune_handle* handle;
static const char* fastest[kSizes]; /* algorithm for blocks of that size and more */
static double times[kSizes];        /* time of the fastest, s */

static int Initialise(MPI_Comm comm) {
  const char* const* names;
  int count;
  int code = colltune_algorithms("scatter", &count, &names);
  colltune_options options = colltune_defaults();
  options.min_reps = 5;
  options.max_reps = 50;
  for (int j = 0; j < count && code == COLLTUNE_SUCCESS; ++j) {
    colltune_result results[kSizes];
    code = colltune_measure(comm, "scatter", names[j], 0, kSizes, sizes, &options, results);
    for (int i = 0; i < kSizes && code == COLLTUNE_SUCCESS; ++i) {
      if (fastest[i] != NULL && results[i].time >= times[i]) continue;
      fastest[i] = names[j];
      times[i] = results[i].time;
    }
    if (code == COLLTUNE_ERROR_DECLINED) code = COLLTUNE_SUCCESS; /* not for this many ranks */
  }
  return code == COLLTUNE_SUCCESS ? colltune_open(comm, &handle) : code;
}

/* Performs MPI_Scatter on the communicator of Initialise. All ranks know the size of a block, so
 * that a choice by it is the same on all. */
static int Opt_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                       int receive_count, MPI_Datatype receive_type, int root) {
  int size, i = 0;
  MPI_Type_size(receive_type, &size);
  while (i + 1 < kSizes && sizes[i + 1] <= (long long)receive_count * size) ++i;
  return colltune_scatter(handle, fastest[i], send, send_count, send_type, receive, receive_count,
                          receive_type, root);
}

/* Rank r is to get the items r * count, r * count + 1, ... */
static int WrongItems(int rank, int ranks, int count) {
  int* all = malloc(sizeof *all * (size_t)ranks * kMostItems);
  int* mine = malloc(sizeof *mine * kMostItems);
  int wrong = all == NULL || mine == NULL;
  if (!wrong) {
    for (int i = 0; i < ranks * count; ++i) all[i] = rank == ranks - 1 ? i : -1;
    wrong = Opt_Scatter(all, count, MPI_INT, mine, count, MPI_INT, ranks - 1) != COLLTUNE_SUCCESS;
    for (int i = 0; i < count; ++i) wrong += mine[i] != rank * count + i;
  }
  free(all);
  free(mine);
  return wrong;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int failed = Initialise(MPI_COMM_WORLD) != COLLTUNE_SUCCESS;
  if (failed) {
    fprintf(stderr, "opt_scatter: %s\n", colltune_error());
  } else {
    for (int i = 0; i < kSizes && rank == 0; ++i) {
      printf("from %5lld bytes: %-16s %9.2f us\n", sizes[i], fastest[i], times[i] * 1e6);
    }
    for (int count = 1; count <= kMostItems; count *= 2) failed |= WrongItems(rank, ranks, count);
    colltune_close(handle);
  }
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("data %s\n", failed ? "wrong" : "right");
  MPI_Finalize();
  return failed;
}
