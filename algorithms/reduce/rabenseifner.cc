// Rabenseifner's reduction: a reduce-scatter by recursive vector halving and distance doubling,
// then a binomial gather of the parts to the root. Ranks beyond a power of two first send their
// vector to a neighbor; the root is never one of them.
//
// Source: Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004); Open MPI's
// ompi_coll_base_reduce_intra_redscat_gather. Distances double, so that operands are combined in
// the order of ranks.
// Cost for a power of two of ranks p and m bytes, Hockney with gamma for combining a byte:
// 2 lg p alpha + 2 (p-1)/p m beta + (p-1)/p m gamma; otherwise one message of m more.
#include <bit>

#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(shape.ranks)));
  const Fold fold(shape.ranks, n, shape.root);
  const bool is_root = rank == shape.root;
  Accumulator sum = is_root ? InOutput(shape, Slots(1, shape.elements))
                            : InScratch(shape, Slots(2, shape.elements));
  Schedule schedule;
  AppendFold(schedule, fold, rank, Output(0, shape.elements), sum);
  if (!fold.TakesPart(rank)) return schedule;
  const Pieces parts = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, n, first, last);
  };
  const RankAt rank_at = [&](int place) { return fold.RankAt(ReverseBits(place, n)); };
  const int self = ReverseBits(fold.PlaceOf(rank), n);
  AppendRecursiveHalving(schedule, n, self, parts, rank_at, sum);
  if (is_root) sum.MoveTo(schedule, parts(self, self + 1), {Buffer::kOutput});
  AppendHalvingGather(
      schedule, n, self, ReverseBits(fold.PlaceOf(shape.root), n),
      [&](int first, int last) { return sum.Value(parts(first, last)); }, rank_at);
  return schedule;
}

}  // namespace

Algorithm ReduceRabenseifner() {
  return {
      .collective = Collective::kReduce,
      .name = "rabenseifner",
      .summary = "reduce-scatter by recursive halving, then a binomial gather",
      .source = "Rabenseifner 2004; Open MPI, reduce_intra_redscat_gather",
      .parameters = {},
      .limits = {kElementPerPowerOfTwo},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
