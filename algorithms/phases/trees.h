// Index arithmetic of trees and chains, in one place.
//
// All ranks are relative to the root, which is 0. ToRelative and ToRank convert.
#ifndef COLLTUNE_ALGORITHMS_PHASES_TREES_H_
#define COLLTUNE_ALGORITHMS_PHASES_TREES_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
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
  /// Number of ranks of the subtree, [self, self + span); 0 in trees whose subtrees are not
  /// contiguous.
  int span = 1;
};

/// A whole tree: the place of each relative rank.
using Tree = std::function<Node(Rank)>;

/// Returns the number of edges from the root to `self`.
inline int Depth(const Tree& tree, Rank self) {
  int depth = 0;
  for (Rank at = tree(self).parent; at != kNobody; at = tree(at).parent) ++depth;
  return depth;
}

/// Returns a node of the k-nomial tree of `ranks` nodes. The parent of a rank is its number in base
/// k with the lowest digit that is not 0 made 0. The children with the largest subtrees come first.
/// k = 2 is the binomial tree. Requires 0 <= self < ranks and k >= 2.
inline Node Knomial(Rank self, int ranks, std::int64_t k) {
  Node node;
  std::int64_t step = 1;  // k to the number of digits below the lowest one that is not 0
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

/// Returns the children of a node of a k-nomial tree by the size of their subtrees, the largest
/// first. There are k-1 of each size, or fewer of the largest.
inline std::vector<std::vector<Rank>> Levels(const Node& node, std::int64_t k) {
  std::vector<std::vector<Rank>> levels;
  const auto children = static_cast<std::int64_t>(node.children.size());
  for (std::int64_t i = 0; i < children; ++i) {
    if (i == 0 || (children - i) % (k - 1) == 0) levels.emplace_back();
    levels.back().push_back(node.children[static_cast<std::size_t>(i)]);
  }
  return levels;
}

/// Returns a node of the chain, in which each rank has the next as its child.
inline Node Chain(Rank self, int ranks) {
  Node node{.parent = self - 1, .children = {}, .span = ranks - self};
  if (self + 1 < ranks) node.children.push_back(self + 1);
  return node;
}

/// The complete binary tree, level by level: rank v has the children 2v+1 and 2v+2.
inline Node Binary(Rank self, int ranks) {
  Node node{.parent = self > 0 ? (self - 1) / 2 : kNobody, .children = {}, .span = 0};
  for (Rank child = 2 * self + 1; child <= 2 * self + 2 && child < ranks; ++child) {
    node.children.push_back(child);
  }
  return node;
}

/// Returns a node of the in-order binary tree below the root 0, which has one child. Each of the
/// ranks 1 .. ranks-1 lies between its left and its right subtree. Even ranks are inner nodes, odd
/// ones leaves: a rank's height is the number of zeros at the end of its binary form. Where a right
/// child is missing, the largest part of its subtree that exists takes its place.
inline Node InOrderBinary(Rank self, int ranks) {
  Node node{.parent = kNobody, .children = {}, .span = 0};
  if (self == 0) {
    if (ranks > 1)
      node.children = {static_cast<Rank>(std::bit_floor(static_cast<unsigned>(ranks - 1)))};
    return node;
  }
  const int height = self & -self;
  node.parent = (self - height) | (2 * height);
  if (node.parent >= ranks) node.parent = self - height;
  if (height == 1) return node;
  node.children = {self - height / 2};
  int right = height / 2;
  while (right > 0 && self + right >= ranks) right /= 2;
  if (right > 0) node.children.push_back(self + right);
  return node;
}

/// Returns a node of one of two binary trees below rank 0. Each other rank is an inner node of at
/// most one of them, so that both together use its port as much for sending as for receiving. Tree
/// 0 is InOrderBinary. Tree 1 is the mirror image of tree 0 where that exchanges odd and even
/// ranks. Otherwise tree 1 is tree 0 with each rank in the place of the next, and the last in that
/// of rank 1.
inline Node DoubleTree(int tree, Rank self, int ranks) {
  if (tree == 0) return InOrderBinary(self, ranks);
  const int others = ranks - 1;
  const bool mirror = others % 2 == 0;
  const auto to_place = [&](Rank r) { return r == 0 ? 0 : mirror ? ranks - r : r % others + 1; };
  const auto to_rank = [&](Rank place) {
    return place <= 0 ? place : mirror ? ranks - place : (place + others - 2) % others + 1;
  };
  Node node = InOrderBinary(to_place(self), ranks);
  node.parent = to_rank(node.parent);
  for (Rank& child : node.children) child = to_rank(child);
  return node;
}

/// Returns a node of the preorder binary tree: a rank, its first child's subtree and its second
/// child's subtree follow each other. The second subtree may be larger by one. (The mirror image of
/// Open MPI's in-order binary tree, whose root is the last rank.)
inline Node PreorderBinary(Rank self, int ranks) {
  Node node{.parent = kNobody, .children = {}, .span = ranks};
  Rank at = 0;
  const auto first_span = [&node] { return (node.span - 1) / 2; };
  while (at != self) {
    const Rank second = at + 1 + first_span();
    node.span = self < second ? first_span() : node.span - 1 - first_span();
    node.parent = at;
    at = self < second ? at + 1 : second;
  }
  if (first_span() > 0) node.children.push_back(self + 1);
  if (node.span > 1) node.children.push_back(self + 1 + first_span());
  return node;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_TREES_H_
