// Gather in two levels: each rank of the root's site (or host, where there is but one site)
// collects the blocks of its lane, while there is little to send from other sites; and then the
// root those of its group.
//
// Scratch memory holds the blocks as they are collected: those of a lane one behind the other, and
// lane behind lane, from this rank's own on.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane gather, with binomial trees.
// Cost for s groups of q ranks and blocks of m bytes, Hockney: ceil(lg s) alpha + (s-1) m beta
// between groups, of which q go on together; ceil(lg q) alpha + (q-1) s m beta within the root's;
// and copies of m bytes, and of s q m at the root.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/topology/lanes.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank, shape.root);
  Schedule schedule;
  schedule.Copy(Input(0, 1), Scratch(0, 1));
  AppendTreeGather(schedule, grid.group(), BinomialPieces(grid.Lane(), 1));
  if (grid.group() == 0) {
    AppendTreeGather(schedule, grid.lane(), BinomialPieces(grid.Group(), grid.groups()));
  }
  if (rank != shape.root) return schedule;
  for (int i = 0; i < shape.ranks; ++i) schedule.Copy(Scratch(i, 1), Output(grid.ByLane(i), 1));
  return schedule;
}

}  // namespace

Algorithm GatherTwoLevelLanes() {
  return {
      .collective = Collective::kGather,
      .name = "two_level_lanes",
      .summary = "among ranks of equal number in their sites or hosts, then within the root's",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = Build,
  };
}

}  // namespace colltune
