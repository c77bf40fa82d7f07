// A rank revokes a communicator while the others wait on it.
//
// With REVOKED=PREFIX, of libulfm.so, the rank revokes while the others wait in point-to-point
// calls, as in algorithms of ours.
#include <unistd.h>

#include "program.h"
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#ifdef MPIX_ERR_REVOKED

enum { kRevoked = 100, kOther };

// Returns the number that arrives, or else the kind of error.
static uint64_t Bcast(int value, MPI_Comm comm) {
  int data = RankIn(comm) == 0 ? value : 0;
  const int code = MPI_Bcast(&data, 1, MPI_INT, 0, comm);
  if (code == MPI_SUCCESS) return (uint64_t)data;
  return ErrorClass(code) == MPIX_ERR_REVOKED ? kRevoked : kOther;
}

// The file that tells that a rank waits in a receive.
static const char* WaitsPath(void) {
  static char path[4096];
  const char* const prefix = getenv("REVOKED");
  if (prefix == NULL) return NULL;
  snprintf(path, sizeof path, "%s.waits", prefix);
  return path;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_name(comm, "revoked");
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  Record(Bcast(5, comm));
  MPI_Barrier(comm);
  const char* const waits = RankIn(comm) == 0 ? WaitsPath() : NULL;
  if (waits != NULL) unlink(waits);
  MPI_Barrier(comm);
  if (RankIn(comm) == 0) {
    while (waits != NULL && access(waits, F_OK) != 0) usleep(1000);
    Record(ErrorClass(MPIX_Comm_revoke(comm)));
  } else {
    Record(Bcast(6, comm));
    Record(Bcast(7, comm));
  }
  int sum = 0, one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  Record((uint64_t)sum);
  MPI_Comm_free(&comm);
  PrintResults();
  MPI_Finalize();
  return 0;
}

#else

int main(void) { return 0; }

#endif
