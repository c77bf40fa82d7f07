// Phases that go down or up a tree: the parts from which rooted algorithms are composed.
//
// A phase is among places, as in exchange_phases.h, here those of a tree with place 0 as its root.
// `rank_at(place)` is the rank at a place. `pieces(first, last)` is where the pieces of the places
// [first, last) lie at this rank.
#ifndef COLLTUNE_ALGORITHMS_PHASES_TREE_PHASES_H_
#define COLLTUNE_ALGORITHMS_PHASES_TREE_PHASES_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/phases/exchange_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/schedule.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// Returns the map of trees whose places are the ranks relative to the root.
inline RankAt FromRoot(const Shape& shape) {
  return [shape](int place) { return ToRank(shape, place); };
}

/// A message that flows down or up a tree, segment by segment, at times that all ranks agree on.
struct Stream {
  Node node;               ///< this rank's place in the tree
  int depth = 0;           ///< edges that a segment goes along before this rank sends it
  Segments segments;       ///< of the message
  std::int64_t first = 0;  ///< where the message begins in the output
  std::int64_t begin = 0;  ///< time at which ranks of depth 0 send the first segment
  std::int64_t step = 1;   ///< times between two segments
  std::int64_t hop = 1;    ///< times from the receive of a segment to its send

  std::int64_t end() const { return begin + step * segments.count() + hop * depth; }
  /// Returns the number of the segment that a rank of this depth sends at a time, or one of the
  /// depth before, which sends to it; nothing if none.
  std::optional<std::int64_t> SentAt(std::int64_t time, int before = 0) const {
    const std::int64_t since = time - begin - hop * (depth - before);
    if (since < 0 || since % step != 0 || since / step >= segments.count()) return std::nullopt;
    return since / step;
  }
};

/// Returns the first time, and the one after the last, at which any rank has to do with streams.
inline std::pair<std::int64_t, std::int64_t> TimesOf(std::span<const Stream> streams) {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  for (const Stream& s : streams) {
    begin = std::min(begin, -s.hop);
    end = std::max(end, s.end());
  }
  return {begin, end};
}

/// Returns the streams of the two halves of a message, in segments of `segment` bytes, at place
/// `self` of two trees: half i goes down the one of the nodes tree(i, place).
template <typename NodeIn>
std::vector<Stream> Halves(const Shape& shape, std::int64_t segment, Rank self,
                           const NodeIn& tree) {
  std::vector<Stream> streams;
  for (const int i : {0, 1}) {
    const Block half = Parts(Buffer::kOutput, shape.elements, 2, i, i + 1);
    Shape part = shape;
    part.elements = half.count;
    const auto own = [&tree, i](Rank place) { return tree(i, place); };
    streams.push_back({own(self), Depth(own, self), Segments(part, segment), half.first});
  }
  return streams;
}

/// Appends pipelined broadcasts down one or several trees at once. With steps and hops of 1, the
/// root sends segment t down each tree at time t. A rank of depth d then receives segment t-d+1
/// while it sends segment t-d on to its children. Each time at which there is something to do is a
/// round. Both ends of a message agree on its time, so that no tree can stop another. With a hop
/// that is as long as a segment takes from rank to rank, a rank that runs ahead need not wait for
/// the segments of one tree before it sends those of another on.
inline void AppendTreeBcast(Schedule& schedule, std::span<const Stream> streams,
                            const RankAt& rank_at) {
  const auto [begin, end] = TimesOf(streams);
  const auto block = [](const Stream& s, std::optional<std::int64_t> segment) {
    return segment ? s.segments.At(Buffer::kOutput, *segment, s.first) : kNothing;
  };
  for (std::int64_t time = begin; time < end; ++time) {
    for (const Stream& s : streams) {
      if (s.node.parent == kNobody) continue;
      ReceivePieces(schedule, rank_at(s.node.parent), block(s, s.SentAt(time, 1)));
    }
    for (const Stream& s : streams) {
      for (const Rank child : s.node.children) {
        SendPieces(schedule, rank_at(child), block(s, s.SentAt(time)));
      }
    }
    schedule.NextRound();
  }
}

/// Builds the broadcast of a whole block down one tree: a rank sends to its children one after the
/// other, a round each.
inline Schedule BcastAlongTree(const Shape& shape, const Node& node) {
  const Block whole = Output(0, shape.elements);
  Schedule schedule;
  if (node.parent != kNobody) schedule.Receive(ToRank(shape, node.parent), whole).NextRound();
  for (const Rank child : node.children) schedule.Send(ToRank(shape, child), whole).NextRound();
  return schedule;
}

/// Builds the broadcast of a block down one tree, in segments of `segment` bytes.
inline Schedule PipelinedBcast(const Shape& shape, const Node& node, std::int64_t segment) {
  Schedule schedule;
  const Stream stream{.node = node, .segments = Segments(shape, segment)};
  AppendTreeBcast(schedule, std::span(&stream, 1), FromRoot(shape));
  return schedule;
}

/// Pieces, one for each place, that are spread or collected along a tree with contiguous subtrees.
struct PiecesOfTree {
  Tree tree;
  std::int64_t k;  ///< radix of a k-nomial tree: k-1 children at a time; 2 for other trees
  Pieces pieces;
  /// First piece that does not lie behind its predecessor at the root: a message with both has two
  /// parts. The number of places if each piece lies behind its predecessor.
  int wrap;
  RankAt rank_at;

  /// Returns the message between a child and its parent, as blocks of this rank, which is one of
  /// them.
  std::vector<Block> Edge(Rank parent, Rank child) const {
    const int end = child + tree(child).span;
    const bool wraps = parent == 0 && child < wrap && wrap < end;
    if (!wraps) return {pieces(child, end)};
    return {pieces(child, wrap), pieces(wrap, end)};
  }
};

/// Appends a scatter: each place gets from its parent the pieces of its subtree, and sends each
/// child its part, the largest subtrees first. Pieces without elements are not sent.
inline void AppendTreeScatter(Schedule& schedule, Rank self, const PiecesOfTree& all) {
  const Node node = all.tree(self);
  schedule.NextRound();
  if (node.parent != kNobody) {
    ReceivePieces(schedule, all.rank_at(node.parent), all.Edge(node.parent, self));
  }
  for (const std::vector<Rank>& level : Levels(node, all.k)) {
    schedule.NextRound();
    for (const Rank child : level) {
      SendPieces(schedule, all.rank_at(child), all.Edge(self, child));
    }
  }
  schedule.NextRound();
}

/// Appends a gather, the scatter backwards: each place gets the pieces of its children, the
/// smallest subtrees first, and sends its parent the pieces of its own subtree. Pieces without
/// elements are not sent.
inline void AppendTreeGather(Schedule& schedule, Rank self, const PiecesOfTree& all) {
  const Node node = all.tree(self);
  const auto levels = Levels(node, all.k);
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    schedule.NextRound();
    for (auto child = level->rbegin(); child != level->rend(); ++child) {
      ReceivePieces(schedule, all.rank_at(*child), all.Edge(self, *child));
    }
  }
  schedule.NextRound();
  if (node.parent != kNobody) {
    SendPieces(schedule, all.rank_at(node.parent), all.Edge(node.parent, self));
  }
  schedule.NextRound();
}

/// Builds a schedule of empty messages. The messages go up the tree, from each rank when all its
/// children have been heard, and then down. `node` is the rank's, relative to the root of `shape`.
inline Schedule UpAndDown(const Shape& shape, const Node& node) {
  Schedule schedule;
  const std::vector<Rank>& children = node.children;
  for (auto child = children.rbegin(); child != children.rend(); ++child) {  // the early ones first
    schedule.Receive(ToRank(shape, *child), kNothing);
  }
  schedule.NextRound();
  if (node.parent != kNobody) {
    const Rank parent = ToRank(shape, node.parent);
    schedule.Receive(parent, kNothing).Send(parent, kNothing).NextRound();
  }
  for (const Rank child : node.children) schedule.Send(ToRank(shape, child), kNothing);
  return schedule;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_TREE_PHASES_H_
