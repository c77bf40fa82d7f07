// Broadcast of large messages (van de Geijn): the root scatters the message by a binomial tree, a
// part for each rank; then all ranks gather all parts around a ring.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), section 4.2; MPICH's MPIR_Bcast_intra_scatter_ring_allgather.
// Cost for p ranks and m bytes, Hockney: (ceil(lg p) + p-1) alpha + 2 (p-1)/p m beta.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int n = shape.ranks;
  const Rank self = ToRelative(shape, rank);
  const RankAt rank_at = FromRoot(shape);
  const auto pieces = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, n, first, last);
  };
  const auto tree = [n](Rank place) { return Binomial(place, n); };
  Schedule schedule;
  AppendTreeScatter(schedule, self, {tree, 2, pieces, n, rank_at});
  AppendRingAllgather(schedule, n, self, pieces, rank_at);
  return schedule;
}

}  // namespace

Algorithm BcastScatterRingAllgather() {
  return {
      .collective = Collective::kBcast,
      .name = "scatter_ring_allgather",
      .summary = "binomial scatter of the message, then ring allgather of its parts",
      .source = "Thakur, Rabenseifner & Gropp 2005, section 4.2",
      .parameters = {},
      .limits = {},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
