// Reduce-scatter on a butterfly, also for operations that do not commute: partners exchange halves
// of their blocks at distances that double. Neighbors combine first, so that a sum is always of a
// range of ranks that follow each other, in their order.
//
// With halves of the blocks in their order, a rank ends with the block whose number is its own with
// the bits reversed. Two ways bring each rank its own block:
// - In reduce_scatter_block on a power of two of ranks, the blocks are copied to bit-reversed order
//   before.
// - Otherwise ranks exchange the results in one more round, and blocks of unequal size keep their
//   order. Ranks beyond a power of two send their vector to a neighbor before, and get their block
//   in that last round.
//
// Source: Traeff, "An Improved Algorithm for (Non-commutative) Reduce-Scatter with an Application"
// (EuroPVM/MPI 2005); Open MPI's ompi_coll_base_reduce_scatter_block_intra_butterfly and
// ompi_coll_base_reduce_scatter_intra_butterfly (by Kurnosov).
// Cost for a power of two of ranks p and m bytes in all blocks, Hockney with gamma for combining a
// byte: lg p alpha + (p-1)/p m (beta + gamma), and a copy of m bytes, in reduce_scatter_block;
// alpha + m/p beta more in reduce_scatter. Other p cost alpha + m (beta + gamma) more before the
// exchanges, and up to 3 (alpha + m/p beta) after.
#include <bit>

#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

/// Builds the exchange among bit-reversed copies of the blocks, for a power of two of ranks.
Schedule BuildReversed(const Shape& shape, Rank rank) {
  const int p = shape.ranks;
  const RankAt rank_at = [p](int place) { return ReverseBits(place, p); };
  const BufferRegion copies{Buffer::kScratch, 0};
  Schedule schedule;
  for (int place = 0; place < p; ++place) {
    schedule.Copy(Input(rank_at(place), 1), copies.At(Input(place, 1)));
  }
  Accumulator sum(shape.commutative, copies, true, Slots(1, p, p));
  const int self = ReverseBits(rank, p);
  AppendRecursiveHalving(
      schedule, p, self, [](int first, int last) { return Input(first, last - first); }, rank_at,
      sum);
  return schedule.Copy(sum.Value(Input(self, 1)), Output(0, 1));
}

/// Appends the last round: sends the sums of the blocks of another group to its ranks, and receives
/// this rank's own block.
void AppendResults(Schedule& schedule, const Fold& fold, Rank rank, const Accumulator& sum) {
  const auto reversed = [&fold](int place) { return ReverseBits(place, fold.places()); };
  const int place = fold.PlaceOf(rank);
  const Rank owner = fold.RankAt(reversed(place));  // has the sum of this rank's block
  const Block own = Output(0, 1);
  schedule.NextRound();
  if (owner != rank) schedule.Receive(owner, own);
  if (fold.TakesPart(rank)) {
    const int group = reversed(place);
    for (Rank other = fold.Begin(group); other < fold.Begin(group + 1); ++other) {
      if (other != rank) schedule.Send(other, sum.Value(Input(other, 1)));
    }
  }
  // Writes the output last, since the first element written to it may invalidate the input.
  if (owner == rank) schedule.Copy(sum.Value(Input(rank, 1)), own);
}

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Fold fold(shape.ranks,
                  static_cast<int>(std::bit_floor(static_cast<unsigned>(shape.ranks))));
  const auto reversed = [&fold](int place) { return ReverseBits(place, fold.places()); };
  Accumulator sum = InScratch(shape, Slots(2, shape.ranks));
  Schedule schedule;
  AppendFold(schedule, fold, rank, Input(0, shape.ranks), sum);
  if (fold.TakesPart(rank)) {
    AppendRecursiveHalving(
        schedule, fold.places(), reversed(fold.PlaceOf(rank)),
        [&fold](int first, int last) {
          return Input(fold.Begin(first), fold.Begin(last) - fold.Begin(first));
        },
        [&](int place) { return fold.RankAt(reversed(place)); }, sum);
  }
  AppendResults(schedule, fold, rank, sum);
  return schedule;
}

/// Builds reduce_scatter_block. The order of at most two blocks is already bit-reversed.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters& parameters) {
  const bool reverses = shape.ranks > 2 && std::has_single_bit(static_cast<unsigned>(shape.ranks));
  return reverses ? BuildReversed(shape, rank) : Build(shape, rank, parameters);
}

}  // namespace

Algorithm ReduceScatterBlockButterfly() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "butterfly",
      .summary = "pairs at doubling distances give each other half of their blocks, in rank order",
      .source = "Traeff 2005; Open MPI, reduce_scatter_block_intra_butterfly",
      .parameters = {},
      .limits = {},
      .build = BuildBlock,
  };
}

Algorithm ReduceScatterButterfly() {
  Algorithm algorithm = ReduceScatterBlockButterfly();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.source = "Traeff 2005; Open MPI, reduce_scatter_intra_butterfly";
  algorithm.build = Build;
  return algorithm;
}

}  // namespace colltune
