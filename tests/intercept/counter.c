// A profiler like common ones: counts the collectives of a rank, and prints the counts of rank 0
// when MPI is finalized.
//
// With COUNTER_NEXT it calls the next library's function, else the PMPI function, as most profilers
// do. With COUNTER_FEW it counts broadcasts and the end only.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef COUNTER_NEXT
static void* Next(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}
#define NEXT(name) ((__typeof__(&MPI_##name))Next("MPI_" #name))
#else
#define NEXT(name) PMPI_##name
#endif

// COUNTED(Name, its parameters, what to hand on)
#define COUNTED(name, parameters, arguments) \
  static int count##name = 0;                \
  int MPI_##name parameters {                \
    ++count##name;                           \
    return NEXT(name) arguments;             \
  }
#define PRINT(name) fprintf(stderr, "counter: %s %d\n", #name, count##name)

// The parameters that describe one side of a collective in C.
#define SEND const void *send, int send_count, MPI_Datatype send_type
#define SENDS const void *send, const int *send_counts, const int *send_places
#define RECEIVE void *receive, int receive_count, MPI_Datatype receive_type
#define RECEIVES void *receive, const int *receive_counts, const int *receive_places
#define OPERATE int count, MPI_Datatype type, MPI_Op op

COUNTED(Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
        (data, count, type, root, comm))
#ifndef COUNTER_FEW
COUNTED(Init, (int* argc, char*** argv), (argc, argv))
COUNTED(Barrier, (MPI_Comm comm), (comm))
COUNTED(Gather, (SEND, RECEIVE, int root, MPI_Comm comm),
        (send, send_count, send_type, receive, receive_count, receive_type, root, comm))
COUNTED(Gatherv, (SEND, RECEIVES, MPI_Datatype type, int root, MPI_Comm comm),
        (send, send_count, send_type, receive, receive_counts, receive_places, type, root, comm))
COUNTED(Scatter, (SEND, RECEIVE, int root, MPI_Comm comm),
        (send, send_count, send_type, receive, receive_count, receive_type, root, comm))
COUNTED(Scatterv, (SENDS, MPI_Datatype type, RECEIVE, int root, MPI_Comm comm),
        (send, send_counts, send_places, type, receive, receive_count, receive_type, root, comm))
COUNTED(Allgather, (SEND, RECEIVE, MPI_Comm comm),
        (send, send_count, send_type, receive, receive_count, receive_type, comm))
COUNTED(Allgatherv, (SEND, RECEIVES, MPI_Datatype type, MPI_Comm comm),
        (send, send_count, send_type, receive, receive_counts, receive_places, type, comm))
COUNTED(Alltoall, (SEND, RECEIVE, MPI_Comm comm),
        (send, send_count, send_type, receive, receive_count, receive_type, comm))
COUNTED(Alltoallv, (SENDS, MPI_Datatype type, RECEIVES, MPI_Datatype into, MPI_Comm comm),
        (send, send_counts, send_places, type, receive, receive_counts, receive_places, into, comm))
COUNTED(Alltoallw,
        (SENDS, const MPI_Datatype* types, RECEIVES, const MPI_Datatype* into, MPI_Comm comm),
        (send, send_counts, send_places, types, receive, receive_counts, receive_places, into,
         comm))
COUNTED(Reduce, (const void* send, void* receive, OPERATE, int root, MPI_Comm comm),
        (send, receive, count, type, op, root, comm))
COUNTED(Allreduce, (const void* send, void* receive, OPERATE, MPI_Comm comm),
        (send, receive, count, type, op, comm))
COUNTED(Scan, (const void* send, void* receive, OPERATE, MPI_Comm comm),
        (send, receive, count, type, op, comm))
COUNTED(Exscan, (const void* send, void* receive, OPERATE, MPI_Comm comm),
        (send, receive, count, type, op, comm))
COUNTED(Reduce_scatter_block, (const void* send, void* receive, OPERATE, MPI_Comm comm),
        (send, receive, count, type, op, comm))
COUNTED(Reduce_scatter,
        (const void* send, void* receive, const int* counts, MPI_Datatype type, MPI_Op op,
         MPI_Comm comm),
        (send, receive, counts, type, op, comm))
#endif

int MPI_Finalize(void) {
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    PRINT(Bcast);
#ifndef COUNTER_FEW
    PRINT(Init);
    PRINT(Barrier);
    PRINT(Gather);
    PRINT(Gatherv);
    PRINT(Scatter);
    PRINT(Scatterv);
    PRINT(Allgather);
    PRINT(Allgatherv);
    PRINT(Alltoall);
    PRINT(Alltoallv);
    PRINT(Alltoallw);
    PRINT(Reduce);
    PRINT(Allreduce);
    PRINT(Scan);
    PRINT(Exscan);
    PRINT(Reduce_scatter_block);
    PRINT(Reduce_scatter);
#endif
  }
  return NEXT(Finalize)();
}
