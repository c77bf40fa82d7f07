// Problems: the arguments that the time of an implementation depends on.
#ifndef COLLTUNE_TUNER_PROBLEM_PROBLEM_H_
#define COLLTUNE_TUNER_PROBLEM_PROBLEM_H_

#include <compare>

#include "algorithms/collective.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"
#include "profiles/region.h"

namespace colltune::tune {

/// Arithmetic progression of the ranks of a world: first, first + stride, ... The world is the
/// first `per_node` processes of each of the job's first `nodes` nodes, in the order of the job's
/// ranks.
struct Progression {
  int nodes = 0;
  int per_node = 0;
  Rank first = 0;
  int stride = 0;

  friend auto operator<=>(const Progression&, const Progression&) = default;
};

/// Processes of a job that form a communicator:
/// - without a progression the first `ranks_per_node` of each node, node after node, until there
///   are `ranks`;
/// - with one the first `ranks` of the progression, at most `ranks_per_node` of them on one node.
struct Layout {
  int ranks = 0;
  int ranks_per_node = 0;
  Progression progression = {};  ///< the default, with stride 0, is none
  /// Communicators that call the collective at the same time, this one included
  /// (Nodes::Siblings).
  int siblings = 1;

  bool HasProgression() const { return progression != Progression{}; }

  friend auto operator<=>(const Layout&, const Layout&) = default;
};

/// Returns the layout of the smallest communicator of a region.
inline Layout LayoutOf(const Region& region) {
  const CommunicatorSize size = region.Smallest();
  return {size.ranks, size.ranks_per_node};
}

/// Returns the size of a layout's communicator.
inline CommunicatorSize SizeOf(const Layout& layout) {
  return OnFullNodes(layout.ranks, layout.ranks_per_node);
}

/// Arguments that the time of an implementation depends on.
struct Problem {
  Collective collective = Collective::kBcast;
  Layout layout;
  Bytes bytes;
  Rank root = 0;

  friend auto operator<=>(const Problem&, const Problem&) = default;
};

/// Returns the largest block for which no buffer of a rank exceeds `memory`; 0 for a collective
/// without buffers.
Bytes LargestBlock(Collective collective, int ranks, Bytes memory);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_PROBLEM_H_
