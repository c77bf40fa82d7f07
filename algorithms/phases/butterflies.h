// Exchanges with partners at distances that grow or shrink by a factor: reductions by recursive
// multiplying and halving, and the folding of surplus ranks.
//
// Places, pieces and rank_at are defined in exchange_phases.h. The block of a piece is a range of
// the region in which an accumulator has the data.
#ifndef COLLTUNE_ALGORITHMS_PHASES_BUTTERFLIES_H_
#define COLLTUNE_ALGORITHMS_PHASES_BUTTERFLIES_H_

#include <algorithm>
#include <cstdint>
#include <functional>

#include "algorithms/phases/accumulator.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/schedule.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// The largest power of k that is not above `ranks`. Requires k >= 2 or ranks == 1.
constexpr int LargestPower(int ranks, int k) {
  std::int64_t power = 1;
  while (power < ranks && power * k <= ranks) power *= k;
  return static_cast<int>(power);
}

/// The digits of 0 <= place < n in base k in reverse order; n is a power of k.
constexpr int ReverseDigits(int place, int n, int k) {
  int reversed = 0;
  for (int step = 1; step < n; step *= k) reversed = k * reversed + place / step % k;
  return reversed;
}

/// The bits of 0 <= place < n in reverse order; n is a power of two.
constexpr int ReverseBits(int place, int n) { return ReverseDigits(place, n, 2); }

/// Division of the ranks into groups of neighbors, one for each place; sizes differ by at most one.
/// One rank of each group takes part for the whole group: `stays` in its own group, else the first.
class Fold {
 public:
  Fold(int ranks, int places, Rank stays = 0) : ranks_(ranks), places_(places), stays_(stays) {}

  int places() const { return places_; }

  int PlaceOf(Rank rank) const {
    const int each = ranks_ / places_;
    const int in_larger = ranks_ % places_ * (each + 1);
    return rank < in_larger ? rank / (each + 1) : ranks_ % places_ + (rank - in_larger) / each;
  }

  /// The group of a place is the ranks [Begin(place), Begin(place + 1)).
  Rank Begin(int place) const { return static_cast<Rank>(PartBegin(ranks_, places_, place)); }

  /// Returns the rank that takes part for the group of `place`.
  Rank RankAt(int place) const { return PlaceOf(stays_) == place ? stays_ : Begin(place); }

  bool TakesPart(Rank rank) const { return RankAt(PlaceOf(rank)) == rank; }

 private:
  int ranks_;
  int places_;
  Rank stays_;
};

/// Appends the fold, before an exchange: the other ranks of each group send `range` of their sums
/// to the rank that takes part, which combines them.
void AppendFold(Schedule& schedule, const Fold& fold, Rank rank, const Block& range,
                Accumulator& sum);

/// Appends the unfold, after an exchange: the rank that takes part sends `result(other)` to each
/// other rank of its group, which receives it into `into`.
void AppendUnfold(Schedule& schedule, const Fold& fold, Rank rank,
                  const std::function<Block(Rank other)>& result, const Block& into);

/// Appends recursive multiplying among n places, n a power of k. In each round, places whose
/// numbers differ in one digit in base k exchange their sums, the lowest digit first. In the end
/// each place has the whole sum. Operands are combined in the order of places.
void AppendRecursiveMultiplying(Schedule& schedule, int k, int n, int self, const Block& range,
                                const RankAt& rank_at, Accumulator& sum);

/// Appends recursive splitting among n places, n a power of k >= 2, each with all pieces. In each
/// round, partners differ in one digit of their place in base k, the highest digit first. A place
/// gives each partner the k-th of its pieces on the partner's side. In the end each place has the
/// sum of its own piece. Requires that a place with a higher digit, else alike, has a higher rank.
/// Operands are combined in rank order if the map from ranks to places reverses digits: neighbors
/// then combine first.
void AppendRecursiveSplitting(Schedule& schedule, int k, int n, int self, const Pieces& pieces,
                              const RankAt& rank_at, Accumulator& sum);

/// Appends recursive halving among n places, n a power of two: recursive splitting with radix 2.
inline void AppendRecursiveHalving(Schedule& schedule, int n, int self, const Pieces& pieces,
                                   const RankAt& rank_at, Accumulator& sum) {
  AppendRecursiveSplitting(schedule, 2, n, self, pieces, rank_at, sum);
}

/// Appends the exchanges of recursive halving backwards, among n places, n a power of two, but only
/// towards the place `root`. Each place begins with its own piece; in the end `root` has all
/// pieces.
void AppendHalvingGather(Schedule& schedule, int n, int self, int root, const Pieces& pieces,
                         const RankAt& rank_at);

/// Builds an allreduce by recursive multiplying, with the ranks folded to the largest power of k.
/// Fewer ranks than k form the first and only group.
Schedule AllreduceByMultiplying(const Shape& shape, Rank rank, std::int64_t k);

/// Returns the radix of an exchange, at least 2: fewer ranks than k form one group.
constexpr int RadixOf(const Shape& shape, std::int64_t k) {
  return static_cast<int>(std::min<std::int64_t>(k, std::max(2, shape.ranks)));
}

/// Builds an allreduce by recursive splitting and an allgather backwards, with the ranks folded to
/// the largest power of the radix. Requires at least one element for each of these.
Schedule AllreduceBySplitting(const Shape& shape, Rank rank, std::int64_t k);

/// Builds a reduce_scatter or reduce_scatter_block by recursive splitting, with the ranks folded to
/// the largest power of the radix. Requires a commutative operation.
Schedule ReduceScatterBySplitting(const Shape& shape, Rank rank, std::int64_t k);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_BUTTERFLIES_H_
