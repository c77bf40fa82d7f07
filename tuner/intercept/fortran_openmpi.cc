// Defines Open MPI's Fortran procedures, since Open MPI's own bypass colltune: they call PMPI_
// functions, in all three Fortran interfaces (seen in libmpi_mpifh and libmpi_usempif08 4.1.4).
// These procedures convert arguments as Open MPI's do, but call the MPI_ functions of C: those of
// colltune, or of another profiler that comes first.
#include "tuner/intercept/fortran_openmpi.h"

#include <mpi.h>

#include "tuner/intercept/exception_to_error.h"

namespace colltune::intercept {
namespace {

int Alltoallw(void* send, const int* send_counts, const int* send_places,
              const MPI_Fint* send_types, void* receive, const int* receive_counts,
              const int* receive_places, const MPI_Fint* receive_types, MPI_Comm comm) {
  return WithinBoundary(comm, [&] {
    return MPI_Alltoallw(Address(send), send_counts, send_places,
                         Types(send, send_types, comm).data(), Address(receive), receive_counts,
                         receive_places, Types(receive, receive_types, comm).data(), comm);
  });
}

}  // namespace
}  // namespace colltune::intercept

using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): entries are not in it

// NOLINTBEGIN(bugprone-macro-parentheses): lists of parameters
#define COLLTUNE_PROCEDURE(SYMBOL, PARAMETERS, CALL) \
  COLLTUNE_EXPORT void SYMBOL PARAMETERS { Return(CALL, ierror); }

// Defines a procedure by two names: that of mpif.h and the module mpi, and that of mpi_f08.
#define COLLTUNE_FORTRAN(NAME, PARAMETERS, CALL)      \
  COLLTUNE_PROCEDURE(mpi_##NAME##_, PARAMETERS, CALL) \
  COLLTUNE_PROCEDURE(mpi_##NAME##_f08_, PARAMETERS, CALL)

#define COLLTUNE_SEND void *send, const MPI_Fint *count, const MPI_Fint *type
#define COLLTUNE_SENDS \
  void *send, const MPI_Fint *counts, const MPI_Fint *places, const MPI_Fint *type
#define COLLTUNE_RECEIVE void *receive, const MPI_Fint *into_count, const MPI_Fint *into_type
#define COLLTUNE_RECEIVES \
  void *receive, const MPI_Fint *into_counts, const MPI_Fint *into_places, const MPI_Fint *into_type
#define COLLTUNE_OPERATE(COUNT) \
  void *send, void *receive, const MPI_Fint *COUNT, const MPI_Fint *type, const MPI_Fint *op
#define COLLTUNE_ROOT const MPI_Fint *root, const MPI_Fint *comm, MPI_Fint *ierror
#define COLLTUNE_ALL const MPI_Fint *comm, MPI_Fint *ierror
// NOLINTEND(bugprone-macro-parentheses)

// The mpi_f08 variants of these four are in init.cc and all.cc.
COLLTUNE_PROCEDURE(mpi_init_, (MPI_Fint * ierror), MPI_Init(nullptr, nullptr))
COLLTUNE_PROCEDURE(mpi_init_thread_,
                   (const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* ierror),
                   MPI_Init_thread(nullptr, nullptr, *required, provided))
COLLTUNE_PROCEDURE(mpi_finalize_, (MPI_Fint * ierror), MPI_Finalize())
COLLTUNE_PROCEDURE(mpi_barrier_, (COLLTUNE_ALL), MPI_Barrier(Comm(comm)))

COLLTUNE_FORTRAN(bcast, (COLLTUNE_SEND, COLLTUNE_ROOT),
                 MPI_Bcast(Address(send), *count, Type(type), *root, Comm(comm)))
COLLTUNE_FORTRAN(gather, (COLLTUNE_SEND, COLLTUNE_RECEIVE, COLLTUNE_ROOT),
                 MPI_Gather(Address(send), *count, Type(type), Address(receive), *into_count,
                            Type(into_type), *root, Comm(comm)))
COLLTUNE_FORTRAN(gatherv, (COLLTUNE_SEND, COLLTUNE_RECEIVES, COLLTUNE_ROOT),
                 MPI_Gatherv(Address(send), *count, Type(type), Address(receive), into_counts,
                             into_places, Type(into_type), *root, Comm(comm)))
COLLTUNE_FORTRAN(scatter, (COLLTUNE_SEND, COLLTUNE_RECEIVE, COLLTUNE_ROOT),
                 MPI_Scatter(Address(send), *count, Type(type), Address(receive), *into_count,
                             Type(into_type), *root, Comm(comm)))
COLLTUNE_FORTRAN(scatterv, (COLLTUNE_SENDS, COLLTUNE_RECEIVE, COLLTUNE_ROOT),
                 MPI_Scatterv(Address(send), counts, places, Type(type), Address(receive),
                              *into_count, Type(into_type), *root, Comm(comm)))
COLLTUNE_FORTRAN(allgather, (COLLTUNE_SEND, COLLTUNE_RECEIVE, COLLTUNE_ALL),
                 MPI_Allgather(Address(send), *count, Type(type), Address(receive), *into_count,
                               Type(into_type), Comm(comm)))
COLLTUNE_FORTRAN(allgatherv, (COLLTUNE_SEND, COLLTUNE_RECEIVES, COLLTUNE_ALL),
                 MPI_Allgatherv(Address(send), *count, Type(type), Address(receive), into_counts,
                                into_places, Type(into_type), Comm(comm)))
COLLTUNE_FORTRAN(alltoall, (COLLTUNE_SEND, COLLTUNE_RECEIVE, COLLTUNE_ALL),
                 MPI_Alltoall(Address(send), *count, Type(type), Address(receive), *into_count,
                              Type(into_type), Comm(comm)))
COLLTUNE_FORTRAN(alltoallv, (COLLTUNE_SENDS, COLLTUNE_RECEIVES, COLLTUNE_ALL),
                 MPI_Alltoallv(Address(send), counts, places, Type(type), Address(receive),
                               into_counts, into_places, Type(into_type), Comm(comm)))
COLLTUNE_FORTRAN(alltoallw, (COLLTUNE_SENDS, COLLTUNE_RECEIVES, COLLTUNE_ALL),
                 Alltoallw(send, counts, places, type, receive, into_counts, into_places, into_type,
                           Comm(comm)))

COLLTUNE_FORTRAN(reduce, (COLLTUNE_OPERATE(count), COLLTUNE_ROOT),
                 MPI_Reduce(Address(send), Address(receive), *count, Type(type), Op(op), *root,
                            Comm(comm)))
COLLTUNE_FORTRAN(reduce_scatter, (COLLTUNE_OPERATE(counts), COLLTUNE_ALL),
                 MPI_Reduce_scatter(Address(send), Address(receive), counts, Type(type), Op(op),
                                    Comm(comm)))
#define COLLTUNE_COMBINE(NAME, FUNCTION)             \
  COLLTUNE_FORTRAN(                                  \
      NAME, (COLLTUNE_OPERATE(count), COLLTUNE_ALL), \
      FUNCTION(Address(send), Address(receive), *count, Type(type), Op(op), Comm(comm)))
COLLTUNE_COMBINE(allreduce, MPI_Allreduce)
COLLTUNE_COMBINE(reduce_scatter_block, MPI_Reduce_scatter_block)
COLLTUNE_COMBINE(scan, MPI_Scan)
COLLTUNE_COMBINE(exscan, MPI_Exscan)
