// Allgather in two levels: by Bruck's algorithm along each lane, while there is little to send to
// other sites (or hosts, where there is but one site), and then within the groups.
//
// Scratch memory holds the blocks as they are collected: those of a lane one behind the other, from
// this rank's group on, and lane behind lane, from its own on. Where blocks differ in size
// (allgatherv), they are collected in the output, and messages have several parts.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane allgather.
// Cost for s groups of q ranks and blocks of m bytes, Hockney: ceil(lg s) alpha + (s-1) m beta
// between groups, ceil(lg q) alpha + (q-1) s m beta within; and in allgather a copy of s q m bytes.
// Of the messages that are in flight together q share the port of a host, or the line of a site.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/reordered.h"

namespace colltune {
namespace {

constexpr std::int64_t kRadix = 2;

/// Returns the rank of the block that this rank has as number `i` in scratch memory.
Rank RankOf(const Lanes& grid, std::int64_t i) {
  const auto g = static_cast<int>(i % grid.groups());
  const auto l = static_cast<int>(i / grid.groups());
  return grid.At(Around(grid.group(), g, grid.groups()), Around(grid.lane(), l, grid.lanes()));
}

/// Builds the exchanges, which leave all blocks in scratch memory.
Schedule Collect(const Lanes& grid) {
  Schedule schedule;
  schedule.Copy(Input(0, 1), Scratch(0, 1));
  AppendBruckAllgather(
      schedule, grid.groups(), grid.group(), kRadix,
      [](int first, int last) { return Scratch(first, last - first); },
      [&](int other) { return grid.At(other, grid.lane()); });
  AppendBruckAllgather(
      schedule, grid.lanes(), grid.lane(), kRadix,
      [of_lane = std::int64_t{grid.groups()}](int first, int last) {
        return Scratch(first * of_lane, (last - first) * of_lane);
      },
      [&](int other) { return grid.At(grid.group(), other); });
  return schedule;
}

/// Builds allgather, whose blocks are of equal size.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank);
  Schedule schedule = Collect(grid);
  for (int i = 0; i < shape.ranks; ++i) schedule.Copy(Scratch(i, 1), Output(RankOf(grid, i), 1));
  return schedule;
}

/// Builds allgatherv: each block is collected where it belongs in the output.
Schedule BuildVector(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank);
  return Moved(Collect(grid), [&](const Block& element) {
    return element.buffer == Buffer::kScratch ? Output(RankOf(grid, element.first), 1) : element;
  });
}

Algorithm TwoLevelLanes(Collective collective, decltype(Algorithm::build) build) {
  return {
      .collective = collective,
      .name = "two_level_lanes",
      .summary = "bruck among ranks of equal number in their sites or hosts, then within those",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = build,
  };
}

}  // namespace

Algorithm AllgatherTwoLevelLanes() { return TwoLevelLanes(Collective::kAllgather, BuildBlock); }

Algorithm AllgathervTwoLevelLanes() { return TwoLevelLanes(Collective::kAllgatherv, BuildVector); }

}  // namespace colltune
