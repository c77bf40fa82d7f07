// An MPI library whose messages take 20 ms each, as on a busy machine, to be preloaded: from the
// first split of a communicator on, where a tuning's first question begins, or from the start if
// SLOW_FROM_START is set.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static int is_slow = 0;

static void* Next(const char* name) {
  if (getenv("SLOW_FROM_START") != NULL) is_slow = 1;
  return dlsym(RTLD_NEXT, name);
}

static void Delay(void) {
  const struct timespec delay = {0, 20000000};  // ns
  if (is_slow) nanosleep(&delay, NULL);
}

#define COLLTUNE_SLOW(Name, Parameters, Arguments)           \
  int Name Parameters {                                      \
    static int(*next) Parameters = NULL;                     \
    if (next == NULL) next = (int(*) Parameters)Next(#Name); \
    Delay();                                                 \
    return next Arguments;                                   \
  }

COLLTUNE_SLOW(PMPI_Send,
              (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
              (data, count, type, to, tag, comm))
COLLTUNE_SLOW(PMPI_Isend,
              (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request),
              (data, count, type, to, tag, comm, request))
COLLTUNE_SLOW(PMPI_Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
              (data, count, type, root, comm))

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* part) {
  int (*next)(MPI_Comm, int, int, MPI_Comm*) =
      (int (*)(MPI_Comm, int, int, MPI_Comm*))Next("PMPI_Comm_split");
  is_slow = 1;
  return next(comm, color, key, part);
}
