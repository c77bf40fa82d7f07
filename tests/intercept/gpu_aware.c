// A stand-in for an MPI library that accepts device memory, to be preloaded. While its functions
// run that take device memory, they may touch the memory of stand_in.c. Counts the collectives of
// rank 0 and prints the count when MPI is finalized.
//
// The file that STAND_IN_DEVICE names seems to exist.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void (*touch)(int begins) = NULL;

void SetTouch(void (*by)(int begins)) { touch = by; }

static void Touch(int begins) {
  if (touch != NULL) touch(begins);
}

int access(const char* path, int mode) {
  const char* const device = getenv("STAND_IN_DEVICE");
  if (device != NULL && strcmp(path, device) == 0) return 0;
  return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

static void* Next(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}
#define NEXT(function) ((__typeof__(&function))Next(#function))

// WHOLE(Name, parameters, arguments): a function that touches memory while it runs
#define WHOLE(name, parameters, arguments) \
  int name parameters {                    \
    Touch(1);                              \
    const int code = NEXT(name) arguments; \
    Touch(0);                              \
    return code;                           \
  }

#define SEND const void *send, int send_count, MPI_Datatype send_type
#define RECEIVE void *receive, int receive_count, MPI_Datatype receive_type
WHOLE(PMPI_Send, (SEND, int to, int tag, MPI_Comm comm),
      (send, send_count, send_type, to, tag, comm))
WHOLE(PMPI_Recv, (RECEIVE, int from, int tag, MPI_Comm comm, MPI_Status* status),
      (receive, receive_count, receive_type, from, tag, comm, status))
WHOLE(PMPI_Sendrecv,
      (SEND, int to, int tag, RECEIVE, int from, int other, MPI_Comm comm, MPI_Status* status),
      (send, send_count, send_type, to, tag, receive, receive_count, receive_type, from, other,
       comm, status))
WHOLE(PMPI_Pack, (SEND, void* packed, int size, int* end, MPI_Comm comm),
      (send, send_count, send_type, packed, size, end, comm))
WHOLE(PMPI_Unpack, (const void* packed, int size, int* begin, RECEIVE, MPI_Comm comm),
      (packed, size, begin, receive, receive_count, receive_type, comm))

// Touches memory from the start of a request to its completion.
int PMPI_Isend(SEND, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  Touch(1);
  return NEXT(PMPI_Isend)(send, send_count, send_type, to, tag, comm, request);
}
int PMPI_Irecv(RECEIVE, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  Touch(1);
  return NEXT(PMPI_Irecv)(receive, receive_count, receive_type, from, tag, comm, request);
}
int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  const int is_one = *request != MPI_REQUEST_NULL;
  const int code = NEXT(PMPI_Wait)(request, status);
  if (is_one) Touch(0);
  return code;
}

static int collectives = 0;

// Like WHOLE, for a collective, which is also counted.
#define COLLECTIVE(name, parameters, arguments) \
  int MPI_##name parameters {                   \
    ++collectives;                              \
    Touch(1);                                   \
    const int code = PMPI_##name arguments;     \
    Touch(0);                                   \
    return code;                                \
  }
#define SENDS const void *send, const int *send_counts, const int *send_places
#define RECEIVES void *receive, const int *receive_counts, const int *receive_places
#define OPERATE const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op

COLLECTIVE(Barrier, (MPI_Comm comm), (comm))
COLLECTIVE(Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
           (data, count, type, root, comm))
COLLECTIVE(Gather, (SEND, RECEIVE, int root, MPI_Comm comm),
           (send, send_count, send_type, receive, receive_count, receive_type, root, comm))
COLLECTIVE(Gatherv, (SEND, RECEIVES, MPI_Datatype type, int root, MPI_Comm comm),
           (send, send_count, send_type, receive, receive_counts, receive_places, type, root, comm))
COLLECTIVE(Scatter, (SEND, RECEIVE, int root, MPI_Comm comm),
           (send, send_count, send_type, receive, receive_count, receive_type, root, comm))
COLLECTIVE(Scatterv, (SENDS, MPI_Datatype type, RECEIVE, int root, MPI_Comm comm),
           (send, send_counts, send_places, type, receive, receive_count, receive_type, root, comm))
COLLECTIVE(Allgather, (SEND, RECEIVE, MPI_Comm comm),
           (send, send_count, send_type, receive, receive_count, receive_type, comm))
COLLECTIVE(Allgatherv, (SEND, RECEIVES, MPI_Datatype type, MPI_Comm comm),
           (send, send_count, send_type, receive, receive_counts, receive_places, type, comm))
COLLECTIVE(Alltoall, (SEND, RECEIVE, MPI_Comm comm),
           (send, send_count, send_type, receive, receive_count, receive_type, comm))
COLLECTIVE(Alltoallv, (SENDS, MPI_Datatype type, RECEIVES, MPI_Datatype into, MPI_Comm comm),
           (send, send_counts, send_places, type, receive, receive_counts, receive_places, into,
            comm))
COLLECTIVE(Alltoallw,
           (SENDS, const MPI_Datatype* types, RECEIVES, const MPI_Datatype* into, MPI_Comm comm),
           (send, send_counts, send_places, types, receive, receive_counts, receive_places, into,
            comm))
COLLECTIVE(Reduce, (OPERATE, int root, MPI_Comm comm), (send, receive, count, type, op, root, comm))
COLLECTIVE(Allreduce, (OPERATE, MPI_Comm comm), (send, receive, count, type, op, comm))
COLLECTIVE(Scan, (OPERATE, MPI_Comm comm), (send, receive, count, type, op, comm))
COLLECTIVE(Exscan, (OPERATE, MPI_Comm comm), (send, receive, count, type, op, comm))
COLLECTIVE(Reduce_scatter_block, (OPERATE, MPI_Comm comm), (send, receive, count, type, op, comm))
COLLECTIVE(Reduce_scatter,
           (const void* send, void* receive, const int* counts, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (send, receive, counts, type, op, comm))

int MPI_Finalize(void) {
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) fprintf(stderr, "passed on: %d collectives\n", collectives);
  return NEXT(MPI_Finalize)();
}
