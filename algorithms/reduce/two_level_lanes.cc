// Reduction in two levels by all ranks alike: each site (or host, where there is but one site)
// reduces its vectors so that each of its ranks has a part of the sum; the ranks of a lane, which
// have the same part, reduce theirs to the one in the root's group; and the root gathers the parts
// of its group.
//
// Sums lie where they belong in the vector: in the output at the root, in scratch memory elsewhere.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane reduce, with a circulant graph and a binomial tree within the groups.
// Cost for s groups of q ranks and m bytes, Hockney with gamma for combining a byte: within groups
// 2 ceil(lg q) alpha + 2 (q-1)/q m beta + (q-1)/q m gamma; between them a reduction of m/q bytes
// among s ranks, of which q go on together.
#include <array>
#include <cstdint>
#include <string_view>

#include "algorithms/phases/tree_phases.h"
#include "algorithms/segments.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/two_level.h"

namespace colltune {
namespace {

constexpr std::array<std::string_view, 2> kBetween = {"binomial", "rabenseifner"};

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Lanes grid(*shape.places, rank, shape.root);
  const int q = grid.lanes();
  const bool is_root = rank == shape.root;
  const Buffer vector = is_root ? Buffer::kOutput : Buffer::kScratch;
  const std::int64_t free = is_root ? 0 : shape.elements;  // of scratch memory, from here on
  const Pieces parts = [&](int first, int last) {
    return Parts(vector, shape.elements, q, first, last);
  };
  const Block mine = parts(grid.lane(), grid.lane() + 1);

  Shape of_group = shape;
  of_group.in_place = shape.in_place && is_root;
  Schedule schedule = ReduceScatterInParts(grid.Group(), of_group, mine, free);

  Shape of_lane = shape;
  of_lane.elements = mine.count;
  of_lane.in_place = grid.group() == 0;
  const Algorithm& between = *PhaseOf(Collective::kReduce, kBetween, parameters.between);
  schedule.Append(BuildAmong(grid.Lane(), between, of_lane, {}), [&](const Block& block) {
    return block.buffer == Buffer::kScratch
               ? Scratch(free + block.first, block.count)
               : Block{mine.buffer, mine.first + block.first, block.count};
  });

  if (grid.group() > 0) return schedule;
  AppendTreeGather(schedule, grid.lane(),
                   {.tree = [q](Rank lane) { return Binomial(lane, q); },
                    .k = 2,
                    .pieces = parts,
                    .wrap = q,
                    .rank_at = [&](int lane) { return grid.At(0, lane); }});
  return schedule;
}

}  // namespace

Algorithm ReduceTwoLevelLanes() {
  return {
      .collective = Collective::kReduce,
      .name = "two_level_lanes",
      .summary = "a part to each rank of a site or host, along lanes, and to the root from its own",
      .source = "Träff & Hunold 2020",
      .parameters = {Between(kBetween)},
      .limits = {kKnownPlaces, kEqualLevels, kCommutative, kElementPerRank},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
