// Index arithmetic of trees and chains, in one place.
//
// All of it is in ranks relative to the root: the root is 0, and ToRelative and ToRank go there
// and back.
#ifndef COLLTUNE_ALGORITHMS_TREES_H_
#define COLLTUNE_ALGORITHMS_TREES_H_

#include <bit>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

constexpr Rank ToRelative(const Shape& shape, Rank rank) {
  return (rank - shape.root + shape.ranks) % shape.ranks;
}

constexpr Rank ToRank(const Shape& shape, Rank relative) {
  return (relative + shape.root) % shape.ranks;
}

/// The parent of 0 < relative in the binomial tree: the relative rank without its lowest bit.
constexpr Rank BinomialParent(Rank relative) { return relative & (relative - 1); }

/// The children of `relative` in the binomial tree of `ranks` nodes: relative + 2^k for every 2^k
/// below its lowest bit (the root: below `ranks`). Largest subtree first.
inline std::vector<Rank> BinomialChildren(Rank relative, int ranks) {
  const auto limit = static_cast<unsigned>(relative == 0 ? ranks : relative & -relative);
  std::vector<Rank> children;
  for (unsigned step = std::bit_ceil(limit) / 2; step > 0; step /= 2) {
    const Rank child = relative + static_cast<Rank>(step);
    if (child < ranks) children.push_back(child);
  }
  return children;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TREES_H_
