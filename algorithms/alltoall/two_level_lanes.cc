// All-to-all in two levels: within a site (or host, where there is but one site) each rank gets all
// that its lane has to get from the group, and then the ranks of a lane exchange it.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane alltoall.
// Cost for s groups of q ranks and blocks of m bytes, LogGP: that of the flat exchange (flat.cc) of
// q ranks with blocks of s m bytes and that of s ranks with blocks of q m bytes, instead of s q
// ranks; and copies of 3 s q m bytes. A block is sent twice.
#include "algorithms/algorithm.h"
#include "algorithms/exchanges.h"
#include "algorithms/lanes.h"

namespace colltune {
namespace {

/// Adds a round in which this place of n gives each other one its part of scratch memory from `out`
/// on, of `count` elements, and gets as much from it.
template <typename RankOf>
void AppendFlatExchange(Schedule& schedule, int n, int self, int count, int out, int in,
                        const RankOf& rank_of) {
  schedule.NextRound();
  for (int step = 1; step < n; ++step) {
    const int from = Shifted(self, step, n).from;
    schedule.Receive(rank_of(from), Scratch(in + from * count, count));
  }
  for (int step = 1; step < n; ++step) {
    const int to = Shifted(self, step, n).to;
    schedule.Send(rank_of(to), Scratch(out + to * count, count));
  }
}

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places);
  const int s = grid.groups();
  const int q = grid.lanes();
  const int group = grid.GroupOf(rank);
  const int lane = grid.LaneOf(rank);
  // Two halves of scratch memory: blocks as they are sent, and as they arrive; what is this rank's
  // own is among the latter at once.
  const int out = 0;
  const int in = s * q;
  Schedule schedule;
  for (int l = 0; l < q; ++l) {
    for (int g = 0; g < s; ++g) {
      schedule.Copy(Input(grid.At(g, l), 1), Scratch((l == lane ? in : out) + l * s + g, 1));
    }
  }
  AppendFlatExchange(schedule, q, lane, s, out, in, [&](int l) { return grid.At(group, l); });
  for (int g = 0; g < s; ++g) {
    for (int l = 0; l < q; ++l) {
      schedule.Copy(Scratch(in + l * s + g, 1),
                    g == group ? Output(grid.At(g, l), 1) : Scratch(out + g * q + l, 1));
    }
  }
  AppendFlatExchange(schedule, s, group, q, out, in, [&](int g) { return grid.At(g, lane); });
  for (int g = 0; g < s; ++g) {
    for (int l = 0; l < q && g != group; ++l) {
      schedule.Copy(Scratch(in + g * q + l, 1), Output(grid.At(g, l), 1));
    }
  }
  return schedule;
}

}  // namespace

Algorithm AlltoallTwoLevelLanes() {
  return {
      .collective = Collective::kAlltoall,
      .name = "two_level_lanes",
      .summary = "within each site or host, then among ranks of equal number in them",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = Build,
  };
}

}  // namespace colltune
