// Bruck allgather with radix k: before the round with distance d = 1, k, k^2, ... a rank has the
// blocks of the d ranks from itself upwards; it sends them to the ranks d, 2d, .. (k-1)d below it
// and gets those of as many ranks above. In the last round only what is still missing travels.
//
// The blocks are collected in scratch memory, this rank's own first, and are rotated into their
// places in the output at the end. In allgatherv this window begins at element `rank` of the
// scratch buffer, where each block finds an element of its size.
//
// Source: Bruck, Ho, Kipnis, Upfal & Weathersby, "Efficient Algorithms for All-to-All
// Communications in Multiport Message-Passing Systems" (IEEE TPDS 8(11), 1997), the concatenation
// algorithm; in this form MPICH's MPIR_Allgather_intra_k_brucks and MPIR_Allgatherv_intra_brucks.
// Cost for p ranks and blocks of m bytes, Hockney: ceil(log_k p) alpha + (p-1) m beta if a rank
// has k-1 ports, with one port (k-1) ceil(log_k p) alpha + (p-1) m beta; and a copy of p m bytes.
#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

/// The window of collected blocks begins at element `window` of the scratch buffer.
Schedule BuildAt(std::int64_t window, const Shape& shape, Rank rank, std::int64_t k) {
  const int p = shape.ranks;
  Schedule schedule;
  schedule.Copy(Input(0, 1), Scratch(window, 1));
  AppendBruckAllgather(
      schedule, p, rank, k,
      [window](int first, int last) { return Scratch(window + first, last - first); }, PlaceIsRank);
  schedule.Copy(Scratch(window, p - rank), Output(rank, p - rank));
  return schedule.Copy(Scratch(window + p - rank, rank), Output(0, rank));
}

Algorithm Bruck(Collective collective, decltype(Algorithm::build) build) {
  return {
      .collective = collective,
      .name = "bruck",
      .summary = "each rank sends what it has to k-1 ranks below, then to such k times as far",
      .source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997, concatenation",
      .parameters = {Radix(2)},
      .limits = {},
      .build = build,
  };
}

}  // namespace

Algorithm AllgatherBruck() {
  return Bruck(Collective::kAllgather,
               [](const Shape& shape, Rank rank, const Parameters& parameters) {
                 return BuildAt(0, shape, rank, parameters.k);
               });
}

Algorithm AllgathervBruck() {
  return Bruck(Collective::kAllgatherv,
               [](const Shape& shape, Rank rank, const Parameters& parameters) {
                 return BuildAt(rank, shape, rank, parameters.k);
               });
}

}  // namespace colltune
