// MPIX_Comm_revoke, of runtimes in which a program goes on after a failure (ULFM).
//
// A rank that revokes a communicator ends the calls in which other ranks wait on that communicator.
// Ranks inside an own algorithm wait on the private communicator, so the same rank revokes that one
// as well. No message is needed: the runtime tells all other ranks. A message of the algorithm then
// fails with MPIX_ERR_REVOKED. The algorithm returns this error after the rest of its schedule,
// where all messages fail at once. A private communicator is made by calls on the communicator
// itself, which a revocation ends on all ranks.
//
// Where processes fail and nobody revokes, receives that name a failed process fail; all receives
// of own algorithms name a process. A rank whose data comes through other ranks gets messages that
// are marked as wrong (see Arrivals), and returns MPI_ERR_OTHER.
//
// The function is intercepted only in libraries that declare it:
//   - MPICH, whose device ch4 aborts in it (seen in 4.0.2), with and without colltune;
//   - Open MPI from 5 on, except for Fortran's, which calls PMPIX_Comm_revoke. Open MPI 4 has none.
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#include "tuner/intercept/export.h"
#include "tuner/intercept/next.h"
#include "tuner/intercept/process_state.h"

#ifdef MPIX_ERR_REVOKED

using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): entries are not in it

COLLTUNE_EXPORT int MPIX_Comm_revoke(MPI_Comm comm) {
  MPI_Comm behind = MPI_COMM_NULL;
  State* const state = ActiveState();
  if (state != nullptr && comm != MPI_COMM_NULL) {
    CommunicatorEntry* entry = nullptr;
    if (const int code = state->Find(comm, entry); code != MPI_SUCCESS) return code;
    if (entry != nullptr) behind = entry->FindPrivateComm();
  }
  const int code = COLLTUNE_NEXT_OF(MPIX_Comm_revoke)(comm);
  if (code == MPI_SUCCESS && behind != MPI_COMM_NULL) PMPIX_Comm_revoke(behind);
  return code;
}

#endif
