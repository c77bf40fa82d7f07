#include "algorithms/run/packing.h"

#include "algorithms/mpi/error.h"
#include "algorithms/run/buffer_view.h"

namespace colltune {
namespace {

/// Returns the memory at MPI_BOTTOM as a type that is relative to an address that is not null.
MpiSpan FromSomewhere(int items, MPI_Datatype type) {
  static char somewhere = 0;
  MPI_Aint back = 0;
  Check(PMPI_Get_address(&somewhere, &back));
  back = -back;
  MPI_Datatype made = MPI_DATATYPE_NULL;
  Check(PMPI_Type_create_hindexed(1, &items, &back, type, &made));
  Check(PMPI_Type_commit(&made));
  return {&somewhere, made};
}

MpiSpan PieceOf(void* address, int items, MPI_Datatype type) {
  if (address == MPI_BOTTOM && items > 0) return FromSomewhere(items, type);
  return {address, items, type};
}

}  // namespace

int Pack(const void* address, int items, MPI_Datatype type, void* packed, int bytes,
         MPI_Comm comm) {
  const MpiSpan from = PieceOf(const_cast<void*>(address), items, type);
  int end = 0;
  return PMPI_Pack(from.address(), from.count(), from.type(), packed, bytes, &end, comm);
}

int Unpack(const void* packed, int bytes, void* address, int items, MPI_Datatype type,
           MPI_Comm comm) {
  const MpiSpan into = PieceOf(address, items, type);
  int begin = 0;
  return PMPI_Unpack(packed, bytes, &begin, into.address(), into.count(), into.type(), comm);
}

}  // namespace colltune
