// Problems: the arguments that the time of an implementation depends on.
#ifndef COLLTUNE_TUNER_PROBLEM_PROBLEM_H_
#define COLLTUNE_TUNER_PROBLEM_PROBLEM_H_

#include <compare>

#include "algorithms/collective.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"
#include "profiles/region.h"

namespace colltune::tune {

/// Processes of a job that form a communicator: the first `ranks_per_node` of each node, node after
/// node, until there are `ranks`.
struct Layout {
  int ranks = 0;
  int ranks_per_node = 0;

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
