// MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter_block, MPI_Reduce_scatter, MPI_Scan and MPI_Exscan.
#include "tuner/intercept/dispatch.h"
#include "tuner/intercept/next.h"
#include "tuner/intercept/reduction_calls.h"

using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): entries are not in it

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and names
#define COLLTUNE_REDUCE(NAME, COUNT)                                                              \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, void* receive, COUNT count, MPI_Datatype type, \
                                 MPI_Op op, int root, MPI_Comm comm) {                            \
    return Dispatch<ReduceCall>(COLLTUNE_NEXT(NAME), comm, send, receive, count, type, op, root); \
  }

#define COLLTUNE_COMBINE(NAME, CALL, COUNT)                                                       \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, void* receive, COUNT count, MPI_Datatype type, \
                                 MPI_Op op, MPI_Comm comm) {                                      \
    return Dispatch<CALL>(COLLTUNE_NEXT(NAME), comm, send, receive, count, type, op);             \
  }

#define COLLTUNE_REDUCE_SCATTER(NAME, COUNT)                                                    \
  COLLTUNE_EXPORT int MPI_##NAME(const void* send, void* receive, const COUNT* counts,          \
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm) {                 \
    return Dispatch<ReduceScatterCall<COUNT>>(COLLTUNE_NEXT(NAME), comm, send, receive, counts, \
                                              type, op);                                        \
  }

// NOLINTEND(bugprone-macro-parentheses)

COLLTUNE_REDUCE(Reduce, int)
COLLTUNE_COMBINE(Allreduce, AllreduceCall, int)
COLLTUNE_COMBINE(Reduce_scatter_block, ReduceScatterBlockCall, int)
COLLTUNE_REDUCE_SCATTER(Reduce_scatter, int)
COLLTUNE_COMBINE(Scan, ScanCall, int)
COLLTUNE_COMBINE(Exscan, ExscanCall, int)

#if MPI_VERSION >= 4
COLLTUNE_REDUCE(Reduce_c, MPI_Count)
COLLTUNE_COMBINE(Allreduce_c, AllreduceCall, MPI_Count)
COLLTUNE_COMBINE(Reduce_scatter_block_c, ReduceScatterBlockCall, MPI_Count)
COLLTUNE_REDUCE_SCATTER(Reduce_scatter_c, MPI_Count)
COLLTUNE_COMBINE(Scan_c, ScanCall, MPI_Count)
COLLTUNE_COMBINE(Exscan_c, ExscanCall, MPI_Count)
#endif
