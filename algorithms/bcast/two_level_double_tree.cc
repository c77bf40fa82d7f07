// Broadcast down two trees that go from site to site (or from host to host, where there is but one
// site): within each, the double tree; its last rank passes the message on to the next.
//
// Each half of the message goes down a tree of its own, in segments. A rank sends each segment once
// at most, so that no port is busy for longer than the message takes, and the rank that sends to
// the next site sends to no other: to near ranks messages are faster, and would leave it but a
// small share of its port. The two halves are streams, and sources are paced
// (Schedule::PaceSource).
//
// Source: the trees are those of Sanders, Speck & Traeff, "Two-tree algorithms for full bandwidth
// broadcast, reduction and scan" (Parallel Computing 35(12), 2009); between sites once, segment by
// segment: Kielmann, Bal, Gorlatch, Verstoep & Hofman, "Network performance-aware collective
// communication for clustered wide-area systems" (Parallel Computing 27(11), 2001).
// Cost for s sites of q ranks, and n segments of m bytes: n m beta, latencies and m beta of s-1
// messages between sites, and those of about 2 s (lg q + 1) messages within.
#include "algorithms/algorithm.h"
#include "algorithms/limits.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/topology/tree_chain.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const TreeChains chains(shape, rank);
  Schedule schedule;
  AppendTreeBcast(schedule, chains.Down(parameters.segment), chains.rank_at());
  return schedule.Stream().PaceSource();
}

}  // namespace

Algorithm BcastTwoLevelDoubleTree() {
  return {
      .collective = Collective::kBcast,
      .name = "two_level_double_tree",
      .summary = "double trees within sites or hosts, each of which passes segments on to the next",
      .source = "Sanders, Speck & Traeff 2009; Kielmann et al. 2001",
      .parameters = {SegmentOfTreeChain()},
      .limits = {kKnownPlaces, kLevels, kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
