// Counts the messages that a process sends by PMPI functions, as colltune's algorithms do, and
// prints the count. Applications call the MPI functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int count = 0;

static void* Next(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  ++count;
  return found;
}

#define NEXT(function) ((__typeof__(&function))Next(#function))

int PMPI_Send(const void* data, int items, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return NEXT(PMPI_Send)(data, items, type, to, tag, comm);
}

int PMPI_Isend(const void* data, int items, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return NEXT(PMPI_Isend)(data, items, type, to, tag, comm, request);
}

int PMPI_Sendrecv(const void* data, int items, MPI_Datatype type, int to, int tag, void* into,
                  int most, MPI_Datatype into_type, int from, int from_tag, MPI_Comm comm,
                  MPI_Status* status) {
  return NEXT(PMPI_Sendrecv)(data, items, type, to, tag, into, most, into_type, from, from_tag,
                             comm, status);
}

__attribute__((destructor)) static void Print(void) {
  // mpiexec itself prints nothing.
  const int is_rank = getenv("PMI_RANK") != NULL || getenv("PMIX_RANK") != NULL;
  if (is_rank) fprintf(stderr, "messages of ours: %d\n", count);
}
