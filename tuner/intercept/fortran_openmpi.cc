// Defines Open MPI's Fortran procedures, since Open MPI's own bypass colltune: they call PMPI_
// functions, in all three Fortran interfaces (seen in libmpi_mpifh and libmpi_usempif08 4.1.4).
// These procedures convert arguments as Open MPI's do, but call the MPI_ functions of C: those of
// colltune, or of another profiler that comes first.
#include <mpi.h>

#include <vector>

#include "tuner/intercept/exception_to_error.h"
#include "tuner/intercept/fortran.h"

// MPI_BOTTOM and MPI_IN_PLACE in Fortran: common blocks, recognised by their addresses.
extern "C" {
extern MPI_Fint mpi_fortran_bottom_;
extern MPI_Fint mpi_fortran_in_place_;
}

namespace colltune::intercept {
namespace {

static_assert(sizeof(MPI_Fint) == sizeof(int), "counts would have to be copied");

void* Address(void* buffer) {
  if (buffer == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return buffer == &mpi_fortran_in_place_ ? MPI_IN_PLACE : buffer;
}

MPI_Comm Comm(const MPI_Fint* comm) { return PMPI_Comm_f2c(*comm); }
MPI_Datatype Type(const MPI_Fint* type) { return PMPI_Type_f2c(*type); }
MPI_Op Op(const MPI_Fint* op) { return PMPI_Op_f2c(*op); }

/// Returns the C types of the blocks, one for each rank (of the remote group if there are two).
/// Returns none for MPI_IN_PLACE, where `types` need not be valid, or if `comm` is invalid.
std::vector<MPI_Datatype> Types(const void* buffer, const MPI_Fint* types, MPI_Comm comm) {
  std::vector<MPI_Datatype> all;
  int inter = 0;
  int ranks = 0;
  if (buffer == &mpi_fortran_in_place_ || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS ||
      (inter != 0 ? PMPI_Comm_remote_size : PMPI_Comm_size)(comm, &ranks) != MPI_SUCCESS) {
    return all;
  }
  Allocate([&] { all.reserve(static_cast<std::size_t>(ranks)); });
  for (int rank = 0; rank < ranks; ++rank) all.push_back(Type(types + rank));
  return all;
}

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
