// Scatter in two levels: the root gives each rank of its site (or host, where there is but one
// site) the blocks of that rank's lane; and then each of them scatters these along its lane, so
// that all ranks of the group send to other sites.
//
// Scratch memory holds the blocks that a rank passes on: those of a lane one behind the other, and
// lane behind lane, from this rank's own on.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane scatter, with binomial trees.
// Cost for s groups of q ranks and blocks of m bytes, Hockney: a copy of s q m bytes at the root;
// ceil(lg q) alpha + (q-1) s m beta within its group; and ceil(lg s) alpha + (s-1) m beta between
// groups, of which q go on together.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/topology/lanes.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank, shape.root);
  const bool is_root = rank == shape.root;
  Schedule schedule;
  for (int i = 0; is_root && i < shape.ranks; ++i) {
    schedule.Copy(Input(grid.ByLane(i), 1), Scratch(i, 1));
  }
  if (grid.group() == 0) {
    AppendTreeScatter(schedule, grid.lane(), BinomialPieces(grid.Group(), grid.groups()));
  }
  AppendTreeScatter(schedule, grid.group(), BinomialPieces(grid.Lane(), 1));
  return schedule.Copy(is_root ? Input(rank, 1) : Scratch(0, 1), Output(0, 1));
}

}  // namespace

Algorithm ScatterTwoLevelLanes() {
  return {
      .collective = Collective::kScatter,
      .name = "two_level_lanes",
      .summary = "within the root's site or host, then among ranks of equal number in theirs",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = Build,
  };
}

}  // namespace colltune
