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

/// Times from the receive of a segment to its send, of which each tree has every second: a segment
/// is sent to two children in turn, or received from them, so that it takes two to four from rank
/// to rank, and its latency.
constexpr int kHop = 6;

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

Parameter SegmentOfTreeChain() {
  return {"segment", &Parameters::segment, 1, 5 << 10, {5 << 10, 16 << 10, 64 << 10}};
}

std::vector<Stream> StreamsDown(const Shape& shape, std::int64_t segment, Rank place,
                                std::span<const int> begins) {
  std::vector<Stream> streams = Halves(
      shape, segment, place, [&](int tree, Rank other) { return TreeChain(tree, other, begins); });
  for (Stream& stream : streams) {
    stream.step = 2;
    stream.hop = kHop;
  }
  streams.back().begin = 1;  // in turns: a round has one message at most to each rank
  return streams;
}

std::vector<Stream> StreamsUp(const Shape& shape, std::int64_t segment, Rank place,
                              std::span<const int> begins) {
  std::vector<Stream> streams = StreamsDown(shape, segment, place, begins);
  for (const int tree : {0, 1}) {
    const auto own = [&](Rank other) { return TreeChain(tree, other, begins); };
    int most = 0;
    for (Rank other = 0; other < shape.ranks; ++other) most = std::max(most, Depth(own, other));
    int& depth = streams[static_cast<std::size_t>(tree)].depth;
    depth = most - depth;
  }
  return streams;
}

}  // namespace colltune
