// Broadcast in two levels by all ranks alike: the root gives each rank of its site (or host, where
// there is but one site) a part of the message, one after the other; each sends its part on along
// its lane, to those of equal number at the other sites; and the ranks of each site give each other
// their parts. So the parts cross the line between sites one behind the other, from as many ranks,
// while the root still sends others.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane broadcast, with a flat scatter, binomial trees and rings.
// Cost for s groups of q ranks and m bytes, Hockney: within groups 2 (q-1) alpha + 2 (q-1)/q m
// beta, and between them ceil(lg s) messages of m/q bytes; those of other lanes hide behind the
// scatter.
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/segments.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/reordered.h"
#include "algorithms/topology/two_level.h"

namespace colltune {
namespace {

/// Returns the ranks of the lane, that of group `group` first.
Subgroup FromGroup(int group, const Lanes& grid) {
  Subgroup party{{}, Around(grid.group(), -group, grid.groups())};
  for (int g = 0; g < grid.groups(); ++g) {
    party.ranks.push_back(grid.At(Around(group, g, grid.groups()), grid.lane()));
  }
  return party;
}

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank);
  const Lanes roots(*shape.places, shape.root);
  const int q = grid.lanes();
  const Pieces parts = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, q, first, last);
  };
  const Block mine = parts(grid.lane(), grid.lane() + 1);
  Schedule schedule;
  if (rank == shape.root) {
    for (int i = 1; i < q; ++i) {
      const int lane = Around(grid.lane(), i, q);
      schedule.Send(grid.At(grid.group(), lane), parts(lane, lane + 1)).NextRound();
    }
  } else if (grid.group() == roots.group()) {
    schedule.Receive(shape.root, mine).NextRound();
  }

  Shape of_lane = shape;
  of_lane.elements = mine.count;
  const Schedule along = BuildAmong(FromGroup(roots.group(), grid),
                                    *FindAlgorithm(Collective::kBcast, "binomial"), of_lane, {});
  schedule.Append(
      along, [&](const Block& block) { return Output(mine.first + block.first, block.count); });
  AppendRingAllgather(schedule.NextRound(), q, grid.lane(), parts,
                      [&](int lane) { return grid.At(grid.group(), lane); });
  return schedule;
}

}  // namespace

Algorithm BcastTwoLevelLanes() {
  return {
      .collective = Collective::kBcast,
      .name = "two_level_lanes",
      .summary = "a part to each rank of the root's site or host, along lanes, and rings within",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels, kElementPerRank},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
