// Scan in two levels by all ranks alike: each site (or host, where there is but one site) reduces
// its vectors so that each of its ranks has a part of the sum; the ranks of a lane, which have the
// same part, do an exscan of theirs; the ranks of a group gather the parts, which are the sum of
// the groups below; and a scan within the group adds to that.
//
// The groups are ranges of ranks, in rank order, so that a group is wholly below or above another.
// Operands are combined in rank order if the operation does not commute.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane scan, with circulant graphs and recursive doubling.
// Cost for s groups of q ranks and m bytes, Hockney with gamma for combining a byte: within groups
// 2 ceil(lg q) alpha + 2 (q-1)/q m beta + (q-1)/q m gamma, a scan of m bytes among q ranks, and m
// gamma; between them an exscan of m/q bytes among s ranks, of which q go on together.
#include <cstdint>
#include <string_view>

#include "algorithms/phases/circulant.h"
#include "algorithms/registry.h"
#include "algorithms/segments.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/reordered.h"
#include "algorithms/topology/two_level.h"

namespace colltune {
namespace {

constexpr std::string_view kScan = "recursive_doubling";

/// Returns the party of the ranks at multiples of `step` from `first` on, up to below `end`.
Subgroup Every(int step, Rank first, Rank end, Rank self) {
  Subgroup party{{}, (self - first) / step};
  for (Rank rank = first; rank < end; rank += step) party.ranks.push_back(rank);
  return party;
}

template <bool kExclusive>
Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Places& places = *shape.places;
  int q = 1;
  while (places.GroupOf(q) == places.GroupOf(0)) ++q;
  const int lane = rank % q;
  const Subgroup group = Every(1, rank - lane, rank - lane + q, rank);

  // Scratch memory: the sum of the groups below, this rank's part of the sum of its own, and more.
  const Block below = Scratch(0, shape.elements);
  const Pieces parts = [&](int first, int last) {
    return Parts(Buffer::kScratch, shape.elements, q, first, last);
  };
  const Block mine = parts(lane, lane + 1);
  const Block sum = Scratch(below.count, mine.count);
  const std::int64_t free = sum.first + sum.count;

  Shape apart = shape;
  apart.in_place = false;
  Schedule schedule = ReduceScatterInParts(group, apart, sum, free);

  apart.elements = mine.count;
  const Schedule along = BuildAmong(Every(q, lane, shape.ranks, rank),
                                    *FindAlgorithm(Collective::kExscan, kScan), apart, {});
  schedule.Append(along, [&](const Block& block) {
    const Block& into = block.buffer == Buffer::kInput ? sum : mine;
    return Scratch((block.buffer == Buffer::kScratch ? free : into.first) + block.first,
                   block.count);
  });
  if (rank >= q) {
    Schedule gather;
    AppendCirculantAllgather(gather, q, lane, FromSelf(parts, lane, q));
    schedule.Append(Renamed(gather, group.ranks));
  }

  const Collective within = kExclusive ? Collective::kExscan : Collective::kScan;
  schedule.Append(
      BuildAmong(group, *FindAlgorithm(within, kScan), shape, {}), [&](const Block& block) {
        return block.buffer == Buffer::kScratch ? Scratch(free + block.first, block.count) : block;
      });
  if (rank < q) return schedule;
  const Block output = Output(0, shape.elements);
  return kExclusive && lane == 0 ? schedule.Copy(below, output) : schedule.Reduce(below, output);
}

}  // namespace

Algorithm ScanTwoLevelLanes() {
  return {
      .collective = Collective::kScan,
      .name = "two_level_lanes",
      .summary = "sums of sites or hosts among ranks of equal number there, and a scan within",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kConsecutiveLevels, kElementPerRank},
      .divides = true,
      .build = Build<false>,
  };
}

Algorithm ExscanTwoLevelLanes() {
  Algorithm algorithm = ScanTwoLevelLanes();
  algorithm.collective = Collective::kExscan;
  algorithm.build = Build<true>;
  return algorithm;
}

}  // namespace colltune
