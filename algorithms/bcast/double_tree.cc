// Two-tree broadcast: each half of the message goes in segments down a binary tree of its own. A
// rank is an inner node of one tree at most, so that it sends about as much as it receives, and
// both directions of its port are busy all the time.
//
// Source: Sanders, Speck & Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and
// scan" (Parallel Computing 35(12), 2009). The paper colours the edges, so that in each step a rank
// receives one segment and sends one; a round here is two such steps, whose messages are in flight
// together. The trees are those of NCCL's double binary trees, below the root.
// Cost for p ranks and n segments of s bytes in all, Hockney, with trees at most h = ceil(lg p)
// high: (n + 2h - 2)(alpha + s beta).
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Rank self = ToRelative(shape, rank);
  if (shape.ranks == 2) {  // both trees are one edge: two segments of a round are one message
    return PipelinedBcast(shape, Chain(self, 2), 2 * parameters.segment);
  }
  const auto tree = [&shape](int i, Rank r) { return DoubleTree(i, r, shape.ranks); };
  Schedule schedule;
  AppendTreeBcast(schedule, Halves(shape, parameters.segment, self, tree), FromRoot(shape));
  return schedule;
}

}  // namespace

Algorithm BcastDoubleTree() {
  return {
      .collective = Collective::kBcast,
      .name = "double_tree",
      .summary = "each half of the message down one of two binary trees",
      .source = "Sanders, Speck & Traeff 2009",
      .parameters = {Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
