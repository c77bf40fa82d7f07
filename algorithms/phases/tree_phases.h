// Phases that go down or up a tree: the parts from which rooted algorithms are composed.
//
// As in rings.h a phase is among places, here those of a tree with place 0 as its root; `rank_at`
// says who stands at a place, and `pieces(first, last)` where the pieces of the places
// [first, last) lie at this rank.
#ifndef COLLTUNE_ALGORITHMS_PHASES_TREE_PHASES_H_
#define COLLTUNE_ALGORITHMS_PHASES_TREE_PHASES_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/phases/rings.h"
#include "algorithms/phases/trees.h"
#include "algorithms/schedule.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// The places of a tree are the ranks relative to the root.
inline RankAt FromRoot(const Shape& shape) {
  return [shape](int place) { return ToRank(shape, place); };
}

/// A message that flows down a tree, segment by segment.
struct Stream {
  Node node;               ///< this rank's place in the tree
  int depth = 0;           ///< its edges from the root; any, the same for all, if it is alone
  Segments segments;       ///< of the message
  std::int64_t first = 0;  ///< where the message begins in the output
};

/// Pipelined broadcasts down one or several trees at once. At time t the root sends segment t down
/// each tree, and a rank of depth d receives segment t-d+1 while it sends segment t-d on to its
/// children; one round for each time at which there is something to do. Both ends of a message
/// agree on its time, so that no tree can stop another.
inline void AppendTreeBcast(Schedule& schedule, std::span<const Stream> streams,
                            const RankAt& rank_at) {
  std::int64_t end = 0;
  for (const Stream& s : streams) end = std::max(end, s.depth + s.segments.count());
  const auto segment = [](const Stream& s, std::int64_t i) {
    return i >= 0 && i < s.segments.count() ? s.segments.At(Buffer::kOutput, i, s.first) : Block{};
  };
  for (std::int64_t time = -1; time < end; ++time) {
    for (const Stream& s : streams) {
      if (s.node.parent == kNobody) continue;
      ReceivePieces(schedule, rank_at(s.node.parent), segment(s, time - s.depth + 1));
    }
    for (const Stream& s : streams) {
      for (const Rank child : s.node.children) {
        SendPieces(schedule, rank_at(child), segment(s, time - s.depth));
      }
    }
    schedule.NextRound();
  }
}

/// The schedule of the broadcast of a block down one tree, in segments of that many bytes.
inline Schedule PipelinedBcast(const Shape& shape, const Node& node, std::int64_t segment) {
  Schedule schedule;
  const Stream stream{.node = node, .segments = Segments(shape, segment)};
  AppendTreeBcast(schedule, std::span(&stream, 1), FromRoot(shape));
  return schedule;
}

/// Pieces, one for each place, that are spread or collected along a tree with contiguous subtrees.
struct PiecesOfTree {
  Tree tree;
  std::int64_t k;  ///< of the k-nomial tree: k-1 children at a time; 2 for other trees
  Pieces pieces;
  /// At the root the pieces from this one on do not lie behind those before it, so that a message
  /// of both has two parts. The number of places if all lie one behind the other.
  int wrap;
  RankAt rank_at;

  /// What goes between a child and its parent, as this rank, one of them, has it.
  std::vector<Block> Edge(Rank parent, Rank child) const {
    const int end = child + tree(child).span;
    const bool wraps = parent == 0 && child < wrap && wrap < end;
    if (!wraps) return {pieces(child, end)};
    return {pieces(child, wrap), pieces(wrap, end)};
  }
};

/// Each place gets from its parent the pieces of its subtree, and sends each child its part, the
/// largest subtrees first. Pieces without elements are not sent.
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

/// The way back: each place gets its children's pieces, of the smallest subtrees first, and sends
/// its parent those of its own subtree.
inline void AppendTreeGather(Schedule& schedule, Rank self, const PiecesOfTree& all) {
  const Node node = all.tree(self);
  const auto levels = Levels(node, all.k);
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    schedule.NextRound();
    for (const Rank child : *level) {
      ReceivePieces(schedule, all.rank_at(child), all.Edge(self, child));
    }
  }
  schedule.NextRound();
  if (node.parent != kNobody) {
    SendPieces(schedule, all.rank_at(node.parent), all.Edge(node.parent, self));
  }
  schedule.NextRound();
}

/// Empty messages go up the tree, from each rank when it has heard of all its children, and then
/// down. `node` is the rank's, relative to the root of `shape`.
inline Schedule UpAndDown(const Shape& shape, const Node& node) {
  Schedule schedule;
  for (const Rank child : node.children) schedule.Receive(ToRank(shape, child), kNothing);
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
