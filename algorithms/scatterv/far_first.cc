// Flat scatter with all sends in flight together, started in the order of how long a block is on
// its way after the root has sent it: what crosses the slowest lines leaves first. Blocks may
// differ in size, which only the root knows: latencies alone decide.
//
// Source: Jackson's rule for one machine with delivery times (Jackson, "Scheduling a Production
// Line to Minimize Maximum Tardiness", UCLA 1955), which is optimal for blocks of one size. Cost
// for p ranks and blocks of m bytes, LogGP: (p-1) max(o, g + (m-1)G), and the latency of whoever is
// near.
#include <algorithm>
#include <functional>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/places.h"

namespace colltune {
namespace {

std::vector<Rank> FarthestFirst(const Shape& shape) {
  const Places& places = *shape.places;
  std::vector<Rank> others;
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    if (rank != shape.root) others.push_back(rank);
  }
  const int here = places.HostOf(shape.root);
  std::ranges::stable_sort(others, std::greater<>(), [&](Rank rank) {
    const int there = places.HostOf(rank);
    const EdgeTimes times =
        places.costs().At(places.NearnessOf(here, there), places.At(here).kind,
                          places.At(there).kind, places.costs().sizes().front());
    return times.there - times.next;
  });
  return others;
}

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) return schedule.Receive(shape.root, Output(0, m));
  for (const Rank to : FarthestFirst(shape)) schedule.Send(to, Input(to * m, m));
  return schedule.NextRound().Copy(Input(rank * m, m), Output(0, m));
}

}  // namespace

Algorithm ScattervFarFirst() {
  return {
      .collective = Collective::kScatterv,
      .name = "far_first",
      .summary = "the root starts the sends of all blocks, those with the longest way first",
      .source = "Jackson 1955",
      .parameters = {},
      .limits = {kKnownPlaces, kUnlikePlaces},
      .build = Build,
  };
}

}  // namespace colltune
