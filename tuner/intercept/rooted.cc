// MPI_Bcast, MPI_Scatter, MPI_Scatterv, MPI_Gather and MPI_Gatherv.
#include "tuner/intercept/dispatch.h"
#include "tuner/intercept/next.h"
#include "tuner/intercept/rooted_calls.h"

using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): entries are not in it

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and names
#define COLLTUNE_BCAST(NAME, COUNT)                                                      \
  COLLTUNE_EXPORT int MPI_##NAME(void* buffer, COUNT count, MPI_Datatype type, int root, \
                                 MPI_Comm comm) {                                        \
    return Dispatch<BcastCall>(COLLTUNE_NEXT(NAME), comm, buffer, count, type, root);    \
  }

#define COLLTUNE_ROOTED(NAME, CALL, COUNT)                                                      \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, COUNT send_count, MPI_Datatype send_type,    \
                                 void* receive, COUNT receive_count, MPI_Datatype receive_type, \
                                 int root, MPI_Comm comm) {                                     \
    return Dispatch<CALL>(COLLTUNE_NEXT(NAME), comm, send, send_count, send_type, receive,      \
                          receive_count, receive_type, root);                                   \
  }

#define COLLTUNE_SCATTERV(NAME, COUNT, PLACE)                                                     \
  COLLTUNE_EXPORT int MPI_##NAME(                                                                 \
      const void* send, const COUNT* counts, const PLACE* displacements, MPI_Datatype send_type,  \
      void* receive, COUNT receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {   \
    return Dispatch<ScattervCall<COUNT, PLACE>>(COLLTUNE_NEXT(NAME), comm, send, counts,          \
                                                displacements, send_type, receive, receive_count, \
                                                receive_type, root);                              \
  }

#define COLLTUNE_GATHERV(NAME, COUNT, PLACE)                                                     \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, COUNT send_count, MPI_Datatype send_type,     \
                                 void* receive, const COUNT* counts, const PLACE* displacements, \
                                 MPI_Datatype receive_type, int root, MPI_Comm comm) {           \
    return Dispatch<GathervCall<COUNT, PLACE>>(COLLTUNE_NEXT(NAME), comm, send, send_count,      \
                                               send_type, receive, counts, displacements,        \
                                               receive_type, root);                              \
  }

// NOLINTEND(bugprone-macro-parentheses)

COLLTUNE_BCAST(Bcast, int)
COLLTUNE_ROOTED(Scatter, ScatterCall, int)
COLLTUNE_SCATTERV(Scatterv, int, int)
COLLTUNE_ROOTED(Gather, GatherCall, int)
COLLTUNE_GATHERV(Gatherv, int, int)

#if MPI_VERSION >= 4
COLLTUNE_BCAST(Bcast_c, MPI_Count)
COLLTUNE_ROOTED(Scatter_c, ScatterCall, MPI_Count)
COLLTUNE_SCATTERV(Scatterv_c, MPI_Count, MPI_Aint)
COLLTUNE_ROOTED(Gather_c, GatherCall, MPI_Count)
COLLTUNE_GATHERV(Gatherv_c, MPI_Count, MPI_Aint)
#endif
