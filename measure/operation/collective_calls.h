// Calls each collective on equal blocks: by an algorithm of colltune, or by the MPI library.
#ifndef COLLTUNE_MEASURE_OPERATION_COLLECTIVE_CALLS_H_
#define COLLTUNE_MEASURE_OPERATION_COLLECTIVE_CALLS_H_

#include "algorithms/run/calls.h"

namespace colltune::measure {

/// Arguments of one call. Vector collectives get blocks of equal size, one next to the other.
struct CallArguments {
  void* send = nullptr;
  void* receive = nullptr;  ///< of a broadcast: the message
  int count = 0;            ///< items of a block
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  Rank root = 0;
  // Arguments of the vector collectives, by rank; the same on all ranks.
  const int* counts = nullptr;
  const int* displacements = nullptr;       // in items
  const int* byte_displacements = nullptr;  // MPI_Alltoallw's
  const MPI_Datatype* types = nullptr;
};

struct Performer {
  int (*own)(Runner&, const Choice&, const CallArguments&);
  int (*library)(MPI_Comm, const CallArguments&);
};

const Performer& PerformerOf(Collective collective);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_OPERATION_COLLECTIVE_CALLS_H_
