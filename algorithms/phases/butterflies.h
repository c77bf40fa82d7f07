// Exchanges with partners at distances that grow or shrink by a factor: reductions by recursive
// multiplying and halving, and how ranks that are too many for them are folded in.
//
// Places, pieces and rank_at are those of rings.h. The block of a piece is a range of whatever
// region an accumulator has it in.
#ifndef COLLTUNE_ALGORITHMS_PHASES_BUTTERFLIES_H_
#define COLLTUNE_ALGORITHMS_PHASES_BUTTERFLIES_H_

#include <cstdint>
#include <functional>

#include "algorithms/phases/accumulator.h"
#include "algorithms/phases/rings.h"
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

/// The bits of 0 <= place < n in reverse order; n is a power of two.
constexpr int ReverseBits(int place, int n) {
  int reversed = 0;
  for (int bit = 1; bit < n; bit *= 2) reversed = 2 * reversed + (place & bit ? 1 : 0);
  return reversed;
}

/// Ranks divided into groups of neighbors, one for each place; sizes differ by at most one. One of
/// each group takes part for all: the first, or the rank that `stays` in its own group.
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

  /// The one that takes part.
  Rank RankAt(int place) const { return PlaceOf(stays_) == place ? stays_ : Begin(place); }

  bool TakesPart(Rank rank) const { return RankAt(PlaceOf(rank)) == rank; }

 private:
  int ranks_;
  int places_;
  Rank stays_;
};

/// Before: the others of each group send `range` of theirs to the one that takes part.
void AppendFold(Schedule& schedule, const Fold& fold, Rank rank, const Block& range,
                Accumulator& sum);

/// Afterwards: it sends `result(other)` to each other, which receives it into `into`.
void AppendUnfold(Schedule& schedule, const Fold& fold, Rank rank,
                  const std::function<Block(Rank other)>& result, const Block& into);

/// n places, a power of k: in rounds the places whose numbers differ in one digit in base k give
/// each other all that they have, the lowest digit first. In the end each has the whole sum.
/// Operands come in the order of places.
void AppendRecursiveMultiplying(Schedule& schedule, int k, int n, int self, const Block& range,
                                const RankAt& rank_at, Accumulator& sum);

/// n places, a power of two, each with all pieces: in rounds a place gives the place whose number
/// differs in one bit the half of its pieces that is on that side, the highest bit first. In the
/// end each has the sum of its own piece. Operands come in the order of ranks if bits are reversed
/// on the way from ranks to places, since then neighbors are the first to combine theirs.
void AppendRecursiveHalving(Schedule& schedule, int n, int self, const Pieces& pieces,
                            const RankAt& rank_at, Accumulator& sum);

/// n places, a power of two, each with its own piece: the exchanges of recursive halving backwards,
/// but only towards the place `root`, which in the end has all pieces.
void AppendHalvingGather(Schedule& schedule, int n, int self, int root, const Pieces& pieces,
                         const RankAt& rank_at);

/// Allreduce by recursive multiplying, the ranks folded to the largest power of k. Fewer ranks than
/// k are the first and only group.
Schedule AllreduceByMultiplying(const Shape& shape, Rank rank, std::int64_t k);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_BUTTERFLIES_H_
