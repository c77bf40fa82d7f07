// Index arithmetic of trees and chains, in one place.
//
// All of it is in ranks relative to the root: the root is 0, and ToRelative and ToRank go there
// and back.
#ifndef COLLTUNE_ALGORITHMS_TREES_H_
#define COLLTUNE_ALGORITHMS_TREES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

constexpr Rank ToRelative(const Shape& shape, Rank rank) {
  return (rank - shape.root + shape.ranks) % shape.ranks;
}

constexpr Rank ToRank(const Shape& shape, Rank relative) {
  return (relative + shape.root) % shape.ranks;
}

constexpr Rank kNobody = -1;

/// A rank's place in a tree, in relative ranks.
struct Node {
  Rank parent = kNobody;       ///< kNobody for the root
  std::vector<Rank> children;  ///< in the order in which a parent serves them
  /// The ranks below and including this one, [self, self + span): subtrees are contiguous.
  int span = 1;
};

/// The k-nomial tree of `ranks` nodes: the parent of a rank is its number in base k with the lowest
/// digit that is not 0 made 0. The children with the largest subtrees come first. k = 2 is the
/// binomial tree. Requires 0 <= self < ranks and k >= 2.
inline Node Knomial(Rank self, int ranks, std::int64_t k) {
  Node node;
  std::int64_t step = 1;  // k to the number of digits below the lowest that is not 0
  while (step < ranks && self % (step * k) == 0) step *= k;
  if (self > 0) node.parent = static_cast<Rank>(self - self % (step * k));
  node.span = static_cast<int>(std::min<std::int64_t>(step, ranks - self));
  for (step /= k; step > 0; step /= k) {
    for (std::int64_t digit = 1; digit < k && self + digit * step < ranks; ++digit) {
      node.children.push_back(static_cast<Rank>(self + digit * step));
    }
  }
  return node;
}

inline Node Binomial(Rank self, int ranks) { return Knomial(self, ranks, 2); }

/// Each rank has the next as its child.
inline Node Chain(Rank self, int ranks) {
  Node node{.parent = self - 1, .children = {}, .span = ranks - self};
  if (self + 1 < ranks) node.children.push_back(self + 1);
  return node;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TREES_H_
