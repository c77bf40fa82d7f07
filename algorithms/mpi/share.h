// Distribution of one rank's text to all ranks.
#ifndef COLLTUNE_ALGORITHMS_MPI_SHARE_H_
#define COLLTUNE_ALGORITHMS_MPI_SHARE_H_

#include <mpi.h>

#include <cstddef>
#include <string>

#include "algorithms/mpi/error.h"

namespace colltune {

/// Returns the text of rank `root`, whatever the others give. Collective over `comm`. Throws
/// MpiError.
inline std::string Share(std::string text, MPI_Comm comm, int root = 0) {
  auto length = static_cast<int>(text.size());
  Check(PMPI_Bcast(&length, 1, MPI_INT, root, comm));
  text.resize(static_cast<std::size_t>(length));
  if (length > 0) Check(PMPI_Bcast(text.data(), length, MPI_BYTE, root, comm));
  return text;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_SHARE_H_
