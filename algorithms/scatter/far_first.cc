// Flat scatter with all sends in flight together, started in the order of how long a block is on
// its way after the root has sent it: blocks that cross the slowest lines leave first. Blocks of a
// scatterv may differ in size: latencies alone decide.
//
// If a block takes the root's link about as long as its processor, or less, blocks with the longest
// way may leave later and still be in time. Blocks with a short way, sent first, keep the link busy
// sooner. Some of the nearest then go first: half as many as could, so that the far ones have as
// much time again. Larger blocks all share the link, and the one that is started first is there
// first. The other ranks wait for one message whatever the root does, which alone has to know the
// size.
//
// Source: Jackson's rule for one machine with delivery times (Jackson, "Scheduling a Production
// Line to Minimize Maximum Tardiness", UCLA 1955), which is optimal for blocks of one size. Cost
// for p ranks and blocks of m bytes, LogGP: (p-1) max(o, g + (m-1)G), and the latency of a near
// rank.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/places.h"

namespace colltune {
namespace {

EdgeTimes TimesTo(const Shape& shape, Rank rank, Bytes bytes) {
  const Places& places = *shape.places;
  const int here = places.HostOf(shape.root);
  const int there = places.HostOf(rank);
  return places.costs().At(places.NearnessOf(here, there), places.At(here).kind,
                           places.At(there).kind, bytes);
}

double Way(const EdgeTimes& times) { return times.there - times.next; }

/// Threshold of link time over processor time of a block, above which the link has a queue. A link
/// serves all blocks of its queue at once. On 16 unlike nodes (tests/smpi/unlike16.xml) the best
/// order changes between 1.2 times (4 KiB) and 1.8 times (8 KiB).
constexpr double kQueue = 1.5;

/// Returns how many of the nearest ranks, the last of `others`, are to go first.
std::ptrdiff_t NearestFirst(const Shape& shape, const std::vector<Rank>& others) {
  const Bytes block = shape.elements * shape.element;
  const EdgeTimes nearest = TimesTo(shape, others.back(), block);
  const double work = nearest.next - nearest.shared;
  if (nearest.shared > kQueue * work) return 0;
  const double turn = std::max(work, nearest.shared);
  std::ptrdiff_t near = std::ssize(others);
  for (std::ptrdiff_t i = 0; i < std::ssize(others); ++i) {
    const double more =
        Way(TimesTo(shape, others[static_cast<std::size_t>(i)], block)) - Way(nearest);
    const double behind = static_cast<double>(std::ssize(others) - 1 - i);
    if (more > 0)
      near = std::min(near, static_cast<std::ptrdiff_t>(behind - std::ceil(more / turn)));
  }
  return near == std::ssize(others) ? 0 : std::max(near, std::ptrdiff_t{0}) / 2;
}

std::vector<Rank> FarFirst(const Shape& shape) {
  const Bytes least = shape.places->costs().sizes().front();
  std::vector<Rank> others;
  std::vector<double> ways(static_cast<std::size_t>(shape.ranks));
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    if (rank == shape.root) continue;
    others.push_back(rank);
    ways[static_cast<std::size_t>(rank)] = Way(TimesTo(shape, rank, least));
  }
  if (others.empty()) return others;
  std::ranges::stable_sort(others, std::greater<>(),
                           [&](Rank rank) { return ways[static_cast<std::size_t>(rank)]; });
  std::rotate(others.begin(), others.end() - NearestFirst(shape, others), others.end());
  return others;
}

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) return schedule.Receive(shape.root, Output(0, m));
  for (const Rank to : FarFirst(shape)) schedule.Send(to, Input(to * m, m));
  return schedule.NextRound().Copy(Input(rank * m, m), Output(0, m));
}

}  // namespace

Algorithm ScatterFarFirst() {
  return {
      .collective = Collective::kScatter,
      .name = "far_first",
      .summary = "the root starts the sends of all blocks, those with the longest way first",
      .source = "Jackson 1955",
      .parameters = {},
      .limits = {kKnownPlaces, kUnlikePlaces},
      .build = Build,
  };
}

Algorithm ScattervFarFirst() {
  Algorithm algorithm = ScatterFarFirst();
  algorithm.collective = Collective::kScatterv;
  return algorithm;
}

}  // namespace colltune
