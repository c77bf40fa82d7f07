// Reduce-scatter in two levels: each site (or host, where there is but one site) reduces its blocks
// so that each of its ranks has the sums of all blocks of its lane; and then the ranks of a lane
// reduce these so that each has its own. So each byte leaves a site once.
//
// Scratch memory holds the blocks lane behind lane, those of a lane by group; and arriving sums
// behind them in the same order. Where blocks differ in size (reduce_scatter), a block lies in the
// elements of the scratch buffer that are as large, and messages have several parts.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane reduce_scatter_block, with circulant graphs.
// Cost for s groups of q ranks and blocks of m bytes, Hockney with gamma for combining a byte: a
// copy of s q m bytes; ceil(lg q) alpha + (q-1) s m (beta + gamma) within groups; and
// ceil(lg s) alpha + (s-1) m (beta + gamma) between them, of which q go on together.
#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/phases/circulant.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/reordered.h"

namespace colltune {
namespace {

/// Appends a circulant reduce-scatter of a party. Its ranks have pieces of `each` blocks in scratch
/// memory from element `first` on, and memory for arriving sums from `arriving` on. `result` is as
/// in CirculantMemory.
void AppendReduceScatter(Schedule& schedule, const Subgroup& party, int first, int arriving,
                         std::int64_t each, const Pieces& result) {
  const auto n = static_cast<int>(party.ranks.size());
  if (n == 1) return;
  const auto pieces = [&](int begin) {
    return FromSelf([=](int a, int b) { return Scratch(begin + a * each, (b - a) * each); },
                    party.self, n);
  };
  Schedule part;
  AppendCirculantReduceScatter(part, n, party.self,
                               {.operands = pieces(first),
                                .writable = true,
                                .sums = nullptr,
                                .arriving = pieces(arriving),
                                .result = result});
  schedule.Append(Renamed(part, party.ranks));
}

/// Builds reduce_scatter_block, whose blocks are of equal size.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank);
  const int s = grid.groups();
  Schedule schedule;
  const int p = shape.ranks;
  for (int i = 0; i < p; ++i) schedule.Copy(Input(grid.ByLane(i), 1), Scratch(i, 1));
  const int mine = grid.lane() * s;
  AppendReduceScatter(schedule, grid.Group(), 0, p, s, nullptr);
  AppendReduceScatter(schedule, grid.Lane(), mine, p + mine, 1,
                      [](int first, int last) { return Output(0, last - first); });
  return schedule;
}

/// Builds reduce_scatter: each block is moved to elements of the scratch buffer that are as large.
Schedule BuildVector(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Lanes grid(*shape.places, rank);
  const int p = shape.ranks;
  return Moved(BuildBlock(shape, rank, parameters), [&](const Block& element) {
    if (element.buffer != Buffer::kScratch) return element;
    const auto half = element.first / p * p;
    return Scratch(half + grid.ByLane(static_cast<int>(element.first % p)), 1);
  });
}

}  // namespace

Algorithm ReduceScatterBlockTwoLevelLanes() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "two_level_lanes",
      .summary = "within each site or host, then among ranks of equal number in them",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels, kCommutative},
      .build = BuildBlock,
  };
}

Algorithm ReduceScatterTwoLevelLanes() {
  Algorithm algorithm = ReduceScatterBlockTwoLevelLanes();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.build = BuildVector;
  return algorithm;
}

}  // namespace colltune
