// Allreduce as a reduction and a broadcast, one after the other.
#ifndef COLLTUNE_ALGORITHMS_PHASES_REDUCE_BCAST_H_
#define COLLTUNE_ALGORITHMS_PHASES_REDUCE_BCAST_H_

#include <string_view>

#include "algorithms/registry.h"

namespace colltune {

/// Builds the allreduce by the reduction to `root` that is named `name`, and by the broadcast of
/// the same name.
inline Schedule ReduceAndBcast(std::string_view name, Rank root, const Shape& shape, Rank rank,
                               const Parameters& parameters) {
  Shape rooted = shape;
  rooted.root = root;
  return Schedule()
      .Append(FindAlgorithm(Collective::kReduce, name)->build(rooted, rank, parameters))
      .Append(FindAlgorithm(Collective::kBcast, name)->build(rooted, rank, parameters));
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_REDUCE_BCAST_H_
