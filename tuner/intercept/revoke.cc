// MPIX_Comm_revoke, of runtimes in which a program goes on after a failure (ULFM).
//
// Who revokes a communicator ends the calls in which others wait on it. Ranks inside one of our
// algorithms wait on its private communicator, so that one is revoked as well: by the same rank,
// which needs no message, as the runtime tells all others. A message of ours then fails with
// MPIX_ERR_REVOKED, which the algorithm returns after the rest of its schedule, where all messages
// fail at once. A private communicator is made by calls on the communicator itself, which a
// revocation ends on all ranks.
//
// Where processes fail and nobody revokes, receives fail that name a failed process, as all of
// ours name one; a rank that gets its data over others gets messages that say that they are wrong
// (see Arrivals), and returns MPI_ERR_OTHER.
//
// Only libraries that declare the function have it intercepted: MPICH, whose device ch4 aborts in
// it (seen in 4.0.2), with and without us, and Open MPI from 5 on, but not from Fortran there,
// where it calls PMPIX_Comm_revoke. Open MPI 4 has none.
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#include "tuner/intercept/export.h"
#include "tuner/intercept/next.h"
#include "tuner/intercept/state.h"

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
