// Blocking messages of arbitrary bytes.
#ifndef COLLTUNE_MEASURE_NETWORK_MESSAGES_H_
#define COLLTUNE_MEASURE_NETWORK_MESSAGES_H_

#include <cstddef>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::measure {

/// Sends and receives by blocking calls, all from and into one buffer.
class Messages {
 public:
  /// Requires that `comm` lives longer, and that errors on it return.
  explicit Messages(MPI_Comm comm) : comm_(comm), self_(RankIn(comm)) {}

  MPI_Comm comm() const { return comm_; }
  Rank self() const { return self_; }

  /// Allocates a buffer for messages of up to `most` bytes, so that no timed call does.
  void Reserve(Bytes most) {
    const auto size = static_cast<std::size_t>(most.count);
    if (buffer_.size() < size) buffer_.resize(size);
  }

  void Send(Rank to, Bytes bytes, int tag) {
    Check(PMPI_Send(buffer_.data(), static_cast<int>(bytes.count), MPI_BYTE, to, tag, comm_));
  }

  /// Returns the tag of the received message. Requires Reserve(bytes), as Send does.
  int Receive(Rank from, Bytes bytes, int tag = MPI_ANY_TAG) {
    MPI_Status status;
    Check(PMPI_Recv(buffer_.data(), static_cast<int>(bytes.count), MPI_BYTE, from, tag, comm_,
                    &status));
    return status.MPI_TAG;
  }

 private:
  const MPI_Comm comm_;
  const Rank self_;
  std::vector<std::byte> buffer_;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_MESSAGES_H_
