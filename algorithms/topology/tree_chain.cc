#include "algorithms/topology/tree_chain.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace colltune {
namespace {

/// Returns the node of a place in a group of `size` places, the last of which is a leaf of both
/// trees: DoubleTree has such a leaf where there are evenly many places. Of others the last place
/// hangs below that leaf.
Node WithinGroup(int tree, Rank place, int size) {
  if (size == 1) return {};
  const int even = size - size % 2;
  if (place == even) return {.parent = even - 1, .children = {}};
  Node node = DoubleTree(tree, place, even);
  if (place == even - 1 && even < size) node.children = {even};
  return node;
}

}  // namespace

Node TreeChain(int tree, Rank place, std::span<const int> begins) {
  const auto group = std::prev(std::ranges::upper_bound(begins, place));
  const int begin = *group;
  const int end = *std::next(group);
  Node node = WithinGroup(tree, place - begin, end - begin);
  node.span = 0;
  if (node.parent != kNobody) node.parent += begin;
  for (Rank& child : node.children) child += begin;
  if (place == begin && begin > 0) node.parent = begin - 1;
  if (place == end - 1 && end < begins.back()) node.children = {end};
  return node;
}

}  // namespace colltune
