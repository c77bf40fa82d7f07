// Allreduce in two levels by all ranks alike: each site (or host, where there is but one site)
// reduces its vectors so that each of its ranks has a part of the sum; the ranks of a lane, which
// have the same part, combine theirs; and the ranks of each site gather the parts.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane allreduce, with rings within the groups.
// Cost for s groups of q ranks and m bytes, Hockney with gamma for combining a byte: within groups
// 2 (q-1) alpha + 2 (q-1)/q m beta + (q-1)/q m gamma; between them an allreduce of m/q bytes among
// s ranks, of which q go on together.
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/segments.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/reordered.h"
#include "algorithms/topology/two_level.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Lanes grid(*shape.places, rank);
  const int q = grid.lanes();
  const Pieces parts = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, q, first, last);
  };
  const Subgroup group = grid.Group();
  Shape among = shape;
  among.ranks = q;
  Schedule reduce_scatter;
  if (q == 1) reduce_scatter.Copy(Input(0, shape.elements), Output(0, shape.elements));
  AppendRingReduceScatterInOutput(reduce_scatter, among, group.self, parts);
  Schedule schedule = Renamed(reduce_scatter, group.ranks);

  const Block mine = parts(group.self, group.self + 1);
  Shape of_lane = shape;
  of_lane.elements = mine.count;
  of_lane.in_place = true;
  const Algorithm& between =
      *PhaseOf(Collective::kAllreduce, kAllreduceBetween, parameters.between);
  schedule.Append(BuildAmong(grid.Lane(), between, of_lane, {}), [&](const Block& block) {
    return block.buffer == Buffer::kScratch ? block : Output(mine.first + block.first, block.count);
  });

  AppendRingAllgather(schedule, q, group.self, parts,
                      [&](int lane) { return grid.At(grid.group(), lane); });
  return schedule;
}

}  // namespace

Algorithm AllreduceTwoLevelLanes() {
  return {
      .collective = Collective::kAllreduce,
      .name = "two_level_lanes",
      .summary = "rings within each site or host, and between among ranks of equal number there",
      .source = "Träff & Hunold 2020",
      .parameters = {Between(kAllreduceBetween)},
      .limits = {kKnownPlaces, kEqualLevels, kCommutative, kElementPerRank},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
