#include "tuner/job/stages.h"

#include <algorithm>

#include "algorithms/mpi/error.h"
#include "tuner/job/job.h"

namespace colltune::tune {

Stages::Stages(const Job& job) {
  const bool owns = !kSeesAll || job.IsRoot();
  const auto count = static_cast<std::size_t>(kSeesAll ? job.ranks() : 1);
  if (owns) owned_ = std::make_unique<Stage[]>(count);
  for (std::size_t i = 0; owns && i < count; ++i) owned_[i] = kNone;
  board_ = owned_.get();
  if (!kSeesAll) return;
  // All ranks are in one process: the address is valid on each of them.
  Check(PMPI_Bcast(&board_, sizeof(void*), MPI_BYTE, 0, job.comm()));
  self_ = static_cast<std::size_t>(job.rank());
}

int Stages::Least(std::span<const Rank> members) const {
  if (!kSeesAll) return board_[self_].load(std::memory_order_relaxed);
  int least = kNone;
  for (const Rank rank : members) {
    least = std::min(least, board_[rank].load(std::memory_order_relaxed));
  }
  return least;
}

}  // namespace colltune::tune
