#include "algorithms/run/drained_comm.h"

#include <cstddef>
#include <memory>
#include <new>

#include "algorithms/mpi/built_for.h"

namespace colltune {
namespace {

/// Receives one message that is there. Returns whether there was one.
bool ReceiveOne(MPI_Comm comm) {
  int found = 0;
  int bytes = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  if (PMPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &found, &message, &status) != MPI_SUCCESS ||
      found == 0 || PMPI_Get_count(&status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes < 0) {
    return false;
  }
  const auto size = static_cast<std::size_t>(bytes);
  const std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[size]);
  return memory &&
         PMPI_Mrecv(memory.get(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

}  // namespace

DrainedComm::~DrainedComm() {
  if (!comm_ || kBuiltFor.library.simulates) return;  // there to ask takes simulated time
  int finalized = 0;
  if (PMPI_Finalized(&finalized) != MPI_SUCCESS || finalized != 0) return;
  while (ReceiveOne(comm_.get())) {
  }
}

}  // namespace colltune
