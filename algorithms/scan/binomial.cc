// Binomial tree scan, in an up and a down sweep. A rank whose number ends in t ones:
// - Up: receives the sums of the ranks 2^i below it, i < t, and so has the sum of 2^t ranks up to
//   itself. Sends this sum to the rank 2^t above it.
// - Down: receives the sum of all the ranks below these 2^t. Sends the sum up to itself to the
//   ranks 2^i above it, i < t, which lack just that sum.
//
// Source: Sanders & Traeff, "Parallel Prefix (Scan) Algorithms for MPI" (EuroPVM/MPI 2006), the
// binomial tree; Blelloch, "Prefix Sums and Their Applications" (1990), for the sweeps.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte: at most (2 ceil(lg p) -
// 1)(alpha + m beta + m gamma), with fewer messages than recursive doubling.
#include "algorithms/algorithm.h"
#include "algorithms/phases/prefix.h"

namespace colltune {
namespace {

template <bool kExclusive>
Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  int span = 1;  // 2^t
  while ((rank & span) != 0) span *= 2;
  const bool sends_up = rank + span < shape.ranks;
  const bool hears_down = rank >= span;
  const bool sends_down = span > 1 && rank + 1 < shape.ranks;
  Prefix prefix(shape, kExclusive);
  Schedule schedule;
  for (int distance = 1; distance < span; distance *= 2) {
    const bool is_last = 2 * distance == span;
    schedule.NextRound().Receive(rank - distance, prefix.FromLower());
    prefix.AddLower(schedule, is_last && (sends_up || (sends_down && !hears_down)));
  }
  if (sends_up) schedule.NextRound().Send(rank + span, prefix.Sum());
  if (hears_down) {
    schedule.NextRound().Receive(rank - span, prefix.FromLower());
    prefix.AddLower(schedule, sends_down);
  }
  for (int distance = span / 2; distance > 0; distance /= 2) {
    if (rank + distance < shape.ranks) {
      schedule.NextRound().Send(rank + distance, prefix.Sum());
    }
  }
  prefix.Finish(schedule);
  return schedule;
}

}  // namespace

Algorithm ScanBinomial() {
  return {
      .collective = Collective::kScan,
      .name = "binomial",
      .summary = "sums go up a binomial tree, prefixes go down",
      .source = "Sanders & Traeff 2006",
      .parameters = {},
      .limits = {},
      .build = Build<false>,
  };
}

Algorithm ExscanBinomial() {
  Algorithm algorithm = ScanBinomial();
  algorithm.collective = Collective::kExscan;
  algorithm.build = Build<true>;
  return algorithm;
}

}  // namespace colltune
