// Adjacent blocks of different sizes, as the vector collectives have or keep them.
#ifndef COLLTUNE_ALGORITHMS_RUN_VECTOR_BLOCKS_H_
#define COLLTUNE_ALGORITHMS_RUN_VECTOR_BLOCKS_H_

#include "algorithms/run/runner.h"

namespace colltune {

/// Returns a table of adjacent elements, `items(rank)` items for each rank. Valid until the
/// runner's next call.
template <typename Items>
ElementTable JoinedBlocks(Runner& runner, const Items& items) {
  auto& begins = runner.begins();
  const auto ranks = static_cast<std::size_t>(runner.ranks());
  Allocate([&] { begins.reserve(ranks + 1); });
  begins.assign(1, 0);
  for (Rank rank = 0; rank < runner.ranks(); ++rank) begins.push_back(begins.back() + items(rank));
  return ElementTable::Joined(begins.data(), runner.ranks());
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_VECTOR_BLOCKS_H_
