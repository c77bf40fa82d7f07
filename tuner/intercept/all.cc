// MPI_Allgather, MPI_Allgatherv, MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw and MPI_Barrier.
#include "tuner/intercept/all_calls.h"
#include "tuner/intercept/dispatch.h"
#include "tuner/intercept/fortran.h"
#include "tuner/intercept/next.h"

using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): entries are not in it

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and names
#define COLLTUNE_EQUAL_BLOCKS(NAME, CALL, COUNT)                                                \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, COUNT send_count, MPI_Datatype send_type,    \
                                 void* receive, COUNT receive_count, MPI_Datatype receive_type, \
                                 MPI_Comm comm) {                                               \
    return Dispatch<CALL>(COLLTUNE_NEXT(NAME), comm, send, send_count, send_type, receive,      \
                          receive_count, receive_type);                                         \
  }

#define COLLTUNE_ALLGATHERV(NAME, COUNT, PLACE)                                                  \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, COUNT send_count, MPI_Datatype send_type,     \
                                 void* receive, const COUNT* counts, const PLACE* displacements, \
                                 MPI_Datatype receive_type, MPI_Comm comm) {                     \
    return Dispatch<AllgathervCall<COUNT, PLACE>>(COLLTUNE_NEXT(NAME), comm, send, send_count,   \
                                                  send_type, receive, counts, displacements,     \
                                                  receive_type);                                 \
  }

// Alltoallv, and alltoallw with a type for each block.
#define COLLTUNE_OWN_SIZES(NAME, CALL, COUNT, PLACE, TYPE)                                        \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, const COUNT* send_counts,                      \
                                 const PLACE* send_displacements, TYPE send_types, void* receive, \
                                 const COUNT* receive_counts, const PLACE* receive_displacements, \
                                 TYPE receive_types, MPI_Comm comm) {                             \
    return Dispatch<CALL<COUNT, PLACE>>(COLLTUNE_NEXT(NAME), comm, send, send_counts,             \
                                        send_displacements, send_types, receive, receive_counts,  \
                                        receive_displacements, receive_types);                    \
  }

// NOLINTEND(bugprone-macro-parentheses)

COLLTUNE_EQUAL_BLOCKS(Allgather, AllgatherCall, int)
COLLTUNE_ALLGATHERV(Allgatherv, int, int)
COLLTUNE_EQUAL_BLOCKS(Alltoall, AlltoallCall, int)
COLLTUNE_OWN_SIZES(Alltoallv, AlltoallvCall, int, int, MPI_Datatype)
COLLTUNE_OWN_SIZES(Alltoallw, AlltoallwCall, int, int, const MPI_Datatype*)

#if MPI_VERSION >= 4
COLLTUNE_EQUAL_BLOCKS(Allgather_c, AllgatherCall, MPI_Count)
COLLTUNE_ALLGATHERV(Allgatherv_c, MPI_Count, MPI_Aint)
COLLTUNE_EQUAL_BLOCKS(Alltoall_c, AlltoallCall, MPI_Count)
COLLTUNE_OWN_SIZES(Alltoallv_c, AlltoallvCall, MPI_Count, MPI_Aint, MPI_Datatype)
COLLTUNE_OWN_SIZES(Alltoallw_c, AlltoallwCall, MPI_Count, MPI_Aint, const MPI_Datatype*)
#endif

COLLTUNE_EXPORT int MPI_Barrier(MPI_Comm comm) {
  return Dispatch<BarrierCall>(COLLTUNE_NEXT(Barrier), comm);
}

// MPICH's mpi_f08 module calls PMPI_Barrier, though MPI_ for all other collectives (seen in
// libmpichfort 4.0.2).
COLLTUNE_EXPORT void mpi_barrier_f08_(const MPI_Fint* comm, MPI_Fint* ierror) {
  Return(MPI_Barrier(CommOf(*comm)), ierror);
}
