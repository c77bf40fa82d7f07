// A program that is not linked with MPI, but loads MPI, or a library that needs it, while it runs:
//
//     loading plugin local|global|deep LIBRARY     calls RunPlugin of the library; see plugin.c
//     loading mpi local|global LIBRARY             finds MPI's functions in the library
//     loading mpi default LIBRARY                  finds them where the linker would
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* Find(void* library, const char* name) {
  void* const found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return found;
}

#define FIND(function) __typeof__(&function) p##function = Find(library, #function)

// Open MPI's handles are addresses of its own variables.
#ifdef OPEN_MPI
#define HANDLE(type, name, variable) const type p##name = Find(library, variable)
#else
#define HANDLE(type, name, variable) const type p##name = name
#endif

static int RunMpi(void* library) {
  HANDLE(MPI_Comm, MPI_COMM_WORLD, "ompi_mpi_comm_world");
  HANDLE(MPI_Datatype, MPI_INT, "ompi_mpi_int");
  HANDLE(MPI_Op, MPI_SUM, "ompi_mpi_op_sum");
  FIND(MPI_Init);
  FIND(MPI_Comm_rank);
  FIND(MPI_Allreduce);
  FIND(MPI_Bcast);
  FIND(MPI_Finalize);
  int rank = -1;
  int values[2] = {0, 7};
  pMPI_Init(NULL, NULL);
  pMPI_Comm_rank(pMPI_COMM_WORLD, &rank);
  values[0] = rank + 1;
  pMPI_Allreduce(MPI_IN_PLACE, values, 2, pMPI_INT, pMPI_SUM, pMPI_COMM_WORLD);
  pMPI_Bcast(&values[1], 1, pMPI_INT, 1, pMPI_COMM_WORLD);
  if (rank == 0) printf("%d %d\n", values[0], values[1]);
  pMPI_Finalize();
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  int how = RTLD_LAZY | RTLD_GLOBAL;
  if (strcmp(argv[2], "local") == 0) how = RTLD_LAZY | RTLD_LOCAL;
  if (strcmp(argv[2], "deep") == 0) how = RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND;
  void* library = dlopen(argv[3], how);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  if (strcmp(argv[1], "plugin") == 0) return ((int (*)(void))Find(library, "RunPlugin"))();
  if (strcmp(argv[2], "default") == 0) library = RTLD_DEFAULT;
  return RunMpi(library);
}
