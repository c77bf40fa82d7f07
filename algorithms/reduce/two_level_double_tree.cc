// Reduction up two trees that go from site to site (or from host to host, where there is but one
// site): the broadcast of this name backwards.
//
// Each half of the vector goes up a tree of its own, in segments, and is summed on its way. Within
// a site that is the double tree. The site's first rank sends the sum to the last rank of the site
// before, a leaf of both trees there, and to no other: near messages would leave it but a small
// share of its port. The two halves are streams, and sources are paced (Schedule::PaceSource).
//
// Source: the trees are those of Sanders, Speck & Traeff, "Two-tree algorithms for full bandwidth
// broadcast, reduction and scan" (Parallel Computing 35(12), 2009), section 4; between sites once,
// segment by segment: Kielmann, Bal, Gorlatch, Verstoep & Hofman, "Network performance-aware
// collective communication for clustered wide-area systems" (Parallel Computing 27(11), 2001).
// Cost for s sites of q ranks, and n segments of m bytes: n m (beta + gamma), latencies and m beta
// of s-1 messages between sites, and those of about 2 s (lg q + 1) messages within.
#include "algorithms/algorithm.h"
#include "algorithms/limits.h"
#include "algorithms/phases/tree_reduce.h"
#include "algorithms/topology/tree_chain.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const TreeChains chains(shape, rank);
  Schedule schedule;
  AppendTreeReduce(schedule, shape, chains.Up(parameters.segment), chains.rank_at());
  return schedule.Stream().PaceSource();
}

}  // namespace

Algorithm ReduceTwoLevelDoubleTree() {
  return {
      .collective = Collective::kReduce,
      .name = "two_level_double_tree",
      .summary = "double trees within sites or hosts, each of which passes its sum on to another",
      .source = "Sanders, Speck & Traeff 2009; Kielmann et al. 2001",
      .parameters = {SegmentOfTreeChain()},
      .limits = {kKnownPlaces, kLevels, kCommutative, kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
