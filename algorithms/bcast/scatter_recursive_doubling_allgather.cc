// Broadcast of medium-size messages: the root scatters the message by a binomial tree, a part for
// each rank; then all ranks gather all parts by recursive doubling. Only the first 2^floor(lg p)
// ranks, counted from the root, take part in that; the others get the whole message from one of
// them in the end.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), section 4.2; MPICH's MPIR_Bcast_intra_scatter_recursive_doubling_allgather.
// There it is chosen for powers of two only; the fold is the usual one of recursive doubling.
// Cost for p = 2^q ranks and m bytes, Hockney: 2 lg p alpha + 2 (p-1)/p m beta. For other p that of
// 2^floor(lg p) ranks and alpha + m beta.
#include <bit>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(shape.ranks)));
  const Rank self = ToRelative(shape, rank);
  const RankAt rank_at = FromRoot(shape);
  const auto pieces = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, n, first, last);
  };
  const auto tree = [n](Rank place) { return Binomial(place, n); };
  Schedule schedule;
  if (self >= n) {
    ReceivePieces(schedule, rank_at(self - n), pieces(0, n));
    return schedule;
  }
  AppendTreeScatter(schedule, self, {tree, 2, pieces, n, rank_at});
  AppendRecursiveDoublingAllgather(schedule, n, self, pieces, rank_at);
  if (self + n < shape.ranks) SendPieces(schedule, rank_at(self + n), pieces(0, n));
  return schedule;
}

}  // namespace

Algorithm BcastScatterRecursiveDoublingAllgather() {
  return {
      .collective = Collective::kBcast,
      .name = "scatter_recursive_doubling_allgather",
      .summary = "binomial scatter of the message, then recursive doubling allgather",
      .source = "Thakur, Rabenseifner & Gropp 2005, section 4.2",
      .parameters = {},
      .limits = {},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
