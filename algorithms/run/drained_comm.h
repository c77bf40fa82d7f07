// The communicator that a runner sends its messages on.
#ifndef COLLTUNE_ALGORITHMS_RUN_DRAINED_COMM_H_
#define COLLTUNE_ALGORITHMS_RUN_DRAINED_COMM_H_

#include <mpi.h>

#include <utility>

#include "algorithms/mpi/unique.h"

namespace colltune {

/// Owns a communicator. At its end it receives the messages that nobody has received, and frees it:
/// a call that is wrong on one rank alone leaves there what others have sent to it. MPICH 4.2.1
/// ends a program that frees a communicator with such messages.
class DrainedComm {
 public:
  explicit DrainedComm(UniqueComm comm) : comm_(std::move(comm)) {}
  DrainedComm(DrainedComm&&) = default;
  DrainedComm& operator=(DrainedComm&&) = default;
  ~DrainedComm();

  MPI_Comm get() const { return comm_.get(); }

 private:
  UniqueComm comm_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_DRAINED_COMM_H_
