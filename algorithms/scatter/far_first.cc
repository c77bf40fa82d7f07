// Flat scatter with all sends in flight together, started in the order of how long a block is on
// its way after the root has sent it: what crosses the slowest lines leaves first. Blocks of a
// scatterv may differ in size: latencies alone decide.
//
// Where a block takes the root's link about as long as its processor, or less, what has the longest
// way may leave later and still be in time; and what comes by a short way, sent first, has the link
// busy sooner. Then some of the nearest go first: half as many as could, so that the far ones have
// as much time again. Of larger blocks all share the link, and what is started first is there
// first. The other ranks wait for one message whatever the root does, which alone has to know the
// size.
//
// Source: Jackson's rule for one machine with delivery times (Jackson, "Scheduling a Production
// Line to Minimize Maximum Tardiness", UCLA 1955), which is optimal for blocks of one size. Cost
// for p ranks and blocks of m bytes, LogGP: (p-1) max(o, g + (m-1)G), and the latency of whoever is
// near.
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

/// A link that is busy longer than so many times the processor's time for a block has a queue, in
/// which it serves all at once. On 16 unlike nodes (tests/smpi/unlike16.xml) the best order changes
/// between 1.2 times (4 KiB) and 1.8 times (8 KiB).
constexpr double kQueue = 1.5;

/// How many of the nearest, the last of `others`, are to go first.
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
