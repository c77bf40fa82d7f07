// Phases in which every rank exchanges pieces with others in a regular pattern: the parts from
// which many algorithms are composed.
//
// A phase is among places 0 .. n-1, which need not be ranks: `rank_at` says who stands at a place
// (a broadcast counts from its root). `pieces(first, last)` says where the pieces [first, last) of
// the data lie, one behind the other; there are n of them, and the piece of a place is its own.
#ifndef COLLTUNE_ALGORITHMS_PHASES_RINGS_H_
#define COLLTUNE_ALGORITHMS_PHASES_RINGS_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

using Pieces = std::function<Block(int first, int last)>;
using RankAt = std::function<Rank(int place)>;

/// For a phase in which every rank stands at the place of its number.
constexpr Rank PlaceIsRank(int place) { return place; }

/// `place` moved by `steps` around a ring of `n` places; steps > -n.
constexpr int Around(int place, int steps, int n) { return (place + steps + n) % n; }

/// Messages of pieces without elements are left out, since both sides know that they are empty.
inline void ReceivePieces(Schedule& schedule, Rank from, const Block& pieces) {
  if (pieces.count > 0) schedule.Receive(from, pieces);
}
inline void SendPieces(Schedule& schedule, Rank to, const Block& pieces) {
  if (pieces.count > 0) schedule.Send(to, pieces);
}

/// The same for pieces that lie in several blocks.
inline bool HaveElements(std::span<const Block> pieces) {
  return std::ranges::any_of(pieces, [](const Block& block) { return block.count > 0; });
}
inline void ReceivePieces(Schedule& schedule, Rank from, std::span<const Block> pieces) {
  if (HaveElements(pieces)) schedule.Receive(from, pieces);
}
inline void SendPieces(Schedule& schedule, Rank to, std::span<const Block> pieces) {
  if (HaveElements(pieces)) schedule.Send(to, pieces);
}

/// Each place has its own piece, in the end all have all: in n-1 rounds each sends to the right
/// the piece that it got last from the left, its own first.
inline void AppendRingAllgather(Schedule& schedule, int n, int self, const Pieces& pieces,
                                const RankAt& rank_at) {
  for (int round = 0; round + 1 < n; ++round) {
    const int old = Around(self, -round, n);
    const int next = Around(old, -1, n);
    schedule.NextRound();
    ReceivePieces(schedule, rank_at(Around(self, -1, n)), pieces(next, next + 1));
    SendPieces(schedule, rank_at(Around(self, 1, n)), pieces(old, old + 1));
  }
  schedule.NextRound();
}

/// The same by recursive doubling, for a power of two of places: in round i a place and the one
/// whose number differs in bit i give each other the 2^i pieces that they have.
inline void AppendRecursiveDoublingAllgather(Schedule& schedule, int n, int self,
                                             const Pieces& pieces, const RankAt& rank_at) {
  for (int have = 1; have < n; have *= 2) {
    const int mine = self & -have;
    const int theirs = mine ^ have;
    const Rank partner = rank_at(self ^ have);
    schedule.NextRound();
    ReceivePieces(schedule, partner, pieces(theirs, theirs + have));
    SendPieces(schedule, partner, pieces(mine, mine + have));
  }
  schedule.NextRound();
}

/// The same by the concatenation of Bruck et al. (see allgather/bruck.cc) with radix k, where
/// pieces are numbered from this place's own upwards, around the ring.
inline void AppendBruckAllgather(Schedule& schedule, int n, int self, std::int64_t k,
                                 const Pieces& pieces, const RankAt& rank_at) {
  for (std::int64_t have = 1; have < n; have *= k) {
    schedule.NextRound();
    const int end = static_cast<int>(std::min<std::int64_t>(n, k * have));
    const int step = static_cast<int>(have);
    for (int at = step; at < end; at += step) {
      schedule.Receive(rank_at(Around(self, at, n)), pieces(at, std::min(at + step, n)));
    }
    for (int at = step; at < end; at += step) {
      schedule.Send(rank_at(Around(self, -at, n)), pieces(0, std::min(step, n - at)));
    }
  }
  schedule.NextRound();
}

/// Each place has all pieces, `mine`, in the end each has the sum of its own: in n-1 rounds each
/// sends to the right the sum that it got last from the left, first its operand of the piece of the
/// place before it, and adds its own operand to what it gets. The sum of a piece goes once around
/// the ring, which is not the order of ranks. Sums lie where they are received, `arriving`, or with
/// `into_mine` (a place may overwrite its operands) in `mine`. A piece that is empty is not sent.
inline void AppendRingReduceScatter(Schedule& schedule, int n, int self, const Pieces& mine,
                                    const Pieces& arriving, bool into_mine, const RankAt& rank_at) {
  for (int round = 0; round + 1 < n; ++round) {
    const int old = Around(self, -round - 1, n);
    const int next = Around(old, -1, n);
    const Block own = mine(next, next + 1);
    const Block sum = arriving(next, next + 1);
    const Block sent = (round == 0 || into_mine ? mine : arriving)(old, old + 1);
    schedule.NextRound();
    if (sum.count > 0) schedule.Receive(rank_at(Around(self, -1, n)), sum);
    if (sent.count > 0) schedule.Send(rank_at(Around(self, 1, n)), sent);
    if (into_mine) {
      schedule.Reduce(sum, own);
    } else {
      schedule.Reduce(own, sum);
    }
  }
  schedule.NextRound();
}

/// The same of a vector that both the input and the output of every rank have whole: `pieces` are
/// pieces of the output, in which the sums come to lie. Requires a commutative operation.
inline void AppendRingReduceScatterInOutput(Schedule& schedule, const Shape& shape, Rank self,
                                            const Pieces& pieces) {
  const Pieces operands = [&pieces](int first, int last) {
    const Block piece = pieces(first, last);
    return Input(piece.first, piece.count);
  };
  // In place the output holds this rank's operands, which those that arrive must not overwrite.
  const Pieces aside = [&pieces](int first, int last) {
    return Scratch(0, pieces(first, last).count);
  };
  AppendRingReduceScatter(schedule, shape.ranks, self, shape.in_place ? pieces : operands,
                          shape.in_place ? aside : pieces, shape.in_place, PlaceIsRank);
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_RINGS_H_
