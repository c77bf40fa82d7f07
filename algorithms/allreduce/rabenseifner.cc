// Rabenseifner's allreduce: a reduce-scatter by recursive vector halving and distance doubling,
// then an allgather that goes the same way back. Ranks beyond a power of two send their vector to a
// neighbor before and get the result afterwards.
//
// Source: Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004); Thakur,
// Rabenseifner & Gropp (IJHPCA 2005); MPICH's MPIR_Allreduce_intra_reduce_scatter_allgather.
// Operands are combined in the order of ranks.
// Cost for a power of two of ranks p and m bytes, Hockney with gamma for combining a byte:
// 2 lg p alpha + 2 (p-1)/p m beta + (p-1)/p m gamma; otherwise 2 (alpha + m beta) + m gamma more.
#include <bit>

#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Block whole = Output(0, shape.elements);
  const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(shape.ranks)));
  const Fold fold(shape.ranks, n);
  const Pieces parts = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, n, first, last);
  };
  const RankAt rank_at = [&](int place) { return fold.RankAt(ReverseBits(place, n)); };
  Accumulator sum = InOutput(shape, Slots(1, shape.elements));
  Schedule schedule;
  AppendFold(schedule, fold, rank, whole, sum);
  if (fold.TakesPart(rank)) {
    const int self = ReverseBits(fold.PlaceOf(rank), n);
    AppendRecursiveHalving(schedule, n, self, parts, rank_at, sum);
    sum.MoveTo(schedule, parts(self, self + 1), {Buffer::kOutput});
    AppendRecursiveDoublingAllgather(schedule, n, self, parts, rank_at);
  }
  AppendUnfold(
      schedule, fold, rank, [&whole](Rank) { return whole; }, whole);
  return schedule;
}

}  // namespace

Algorithm AllreduceRabenseifner() {
  return {
      .collective = Collective::kAllreduce,
      .name = "rabenseifner",
      .summary = "reduce-scatter by recursive halving, then allgather by recursive doubling",
      .source = "Rabenseifner 2004; MPICH, Allreduce_intra_reduce_scatter_allgather",
      .parameters = {},
      .limits = {kElementPerPowerOfTwo},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
