// Allgather in two levels: by Bruck's algorithm along each lane, while there is little to send to
// other sites (or hosts, where there is but one site), and then within the groups.
//
// Scratch memory holds the blocks as they are collected: those of a lane one behind the other, from
// this rank's group on, and lane behind lane, from its own on.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane allgather.
// Cost for s groups of q ranks and blocks of m bytes, Hockney: ceil(lg s) alpha + (s-1) m beta
// between groups, ceil(lg q) alpha + (q-1) s m beta within; and a copy of s q m bytes. Of the
// messages that are in flight together q share the port of a host, or the line of a site.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/topology/lanes.h"

namespace colltune {
namespace {

constexpr std::int64_t kRadix = 2;

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank);
  const int s = grid.groups();
  const int q = grid.lanes();
  Schedule schedule;
  schedule.Copy(Input(0, 1), Scratch(0, 1));
  AppendBruckAllgather(
      schedule, s, grid.group(), kRadix,
      [](int first, int last) { return Scratch(first, last - first); },
      [&](int other) { return grid.At(other, grid.lane()); });
  AppendBruckAllgather(
      schedule, q, grid.lane(), kRadix,
      [of_lane = std::int64_t{s}](int first, int last) {
        return Scratch(first * of_lane, (last - first) * of_lane);
      },
      [&](int other) { return grid.At(grid.group(), other); });
  for (int l = 0; l < q; ++l) {
    for (int g = 0; g < s; ++g) {
      const Rank from = grid.At(Around(grid.group(), g, s), Around(grid.lane(), l, q));
      schedule.Copy(Scratch(l * s + g, 1), Output(from, 1));
    }
  }
  return schedule;
}

}  // namespace

Algorithm AllgatherTwoLevelLanes() {
  return {
      .collective = Collective::kAllgather,
      .name = "two_level_lanes",
      .summary = "bruck among ranks of equal number in their sites or hosts, then within those",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = Build,
  };
}

}  // namespace colltune
