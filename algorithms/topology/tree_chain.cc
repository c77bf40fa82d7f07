#include "algorithms/topology/tree_chain.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "algorithms/topology/two_level.h"

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

TreeChains::TreeChains(const Shape& shape, Rank rank)
    : shape_(shape),
      order_(GroupedOrder(*shape.places, shape.root)),
      self_(order_->place_of[static_cast<std::size_t>(rank)]) {}

std::vector<Stream> TreeChains::Down(std::int64_t segment) const {
  std::vector<Stream> streams =
      Halves(shape_, segment, self_, [this](int tree, Rank place) { return At(tree, place); });
  for (Stream& stream : streams) {
    stream.step = 2;
    stream.hop = kHop;
  }
  streams.back().begin = 1;  // in turns: a round has one message at most to each rank
  return streams;
}

std::vector<Stream> TreeChains::Up(std::int64_t segment) const {
  std::vector<Stream> streams = Down(segment);
  for (const int tree : {0, 1}) {
    const auto own = [&](Rank place) { return At(tree, place); };
    int most = 0;
    for (Rank place = 0; place < shape_.ranks; ++place) most = std::max(most, Depth(own, place));
    int& depth = streams[static_cast<std::size_t>(tree)].depth;
    depth = most - depth;
  }
  return streams;
}

RankAt TreeChains::rank_at() const {
  return [order = order_](int place) { return order->rank_at[static_cast<std::size_t>(place)]; };
}

}  // namespace colltune
