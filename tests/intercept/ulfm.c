// A stand-in for a runtime that revokes communicators: MPICH's device ch4 declares the function and
// aborts in it.
// Files report events; their names begin with REVOKED. One file has the name of each revoked
// communicator, or `private` for a communicator without a name, as ours are. `waits` appears when a
// rank waits in a receive. Receives on a revoked communicator fail.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char* PathOf(const char* what) {
  static char path[4096];
  snprintf(path, sizeof path, "%s.%s", getenv("REVOKED"), what);
  return path;
}

static const char* RevokedPath(MPI_Comm comm) {
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  MPI_Comm_get_name(comm, name, &length);
  return PathOf(length == 0 ? "private" : name);
}

static void Touch(const char* path) { close(open(path, O_CREAT | O_WRONLY, 0600)); }

int PMPIX_Comm_revoke(MPI_Comm comm) {
  Touch(RevokedPath(comm));
  return MPI_SUCCESS;
}

int MPIX_Comm_revoke(MPI_Comm comm) { return PMPIX_Comm_revoke(comm); }

int PMPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Status* status) {
  __typeof__(&PMPI_Recv) receive = (__typeof__(&PMPI_Recv))dlsym(RTLD_NEXT, "PMPI_Recv");
  int is_there = 0;
  while (from != MPI_PROC_NULL) {
    if (access(RevokedPath(comm), F_OK) == 0) return MPIX_ERR_REVOKED;
    MPI_Iprobe(from, tag, comm, &is_there, MPI_STATUS_IGNORE);
    if (is_there) break;
    Touch(PathOf("waits"));
    sched_yield();
  }
  return receive(buffer, count, type, from, tag, comm, status);
}
