// Phases in which every rank exchanges pieces with others in a regular pattern: the parts from
// which many algorithms are composed.
//
// A phase is among places 0 .. n-1, which need not be ranks. `rank_at(place)` is the rank at a
// place (a broadcast counts places from its root). `pieces(first, last)` is the block of the data
// with the pieces [first, last), one behind the other. There are n pieces; each place has the piece
// of its number.
#ifndef COLLTUNE_ALGORITHMS_PHASES_EXCHANGE_PHASES_H_
#define COLLTUNE_ALGORITHMS_PHASES_EXCHANGE_PHASES_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

using Pieces = std::function<Block(int first, int last)>;
using RankAt = std::function<Rank(int place)>;

/// Maps each place to the rank of the same number.
constexpr Rank PlaceIsRank(int place) { return place; }

/// `place` moved by `steps` around a ring of `n` places; steps > -n.
constexpr int Around(int place, int steps, int n) { return (place + steps + n) % n; }

/// Append a message, unless its pieces have no elements: both sides know that they are empty.
inline void ReceivePieces(Schedule& schedule, Rank from, const Block& pieces) {
  if (pieces.count > 0) schedule.Receive(from, pieces);
}
inline void SendPieces(Schedule& schedule, Rank to, const Block& pieces) {
  if (pieces.count > 0) schedule.Send(to, pieces);
}

/// Append a message of pieces in several blocks, unless these have no elements.
inline bool HaveElements(std::span<const Block> pieces) {
  return std::ranges::any_of(pieces, [](const Block& block) { return block.count > 0; });
}
inline void ReceivePieces(Schedule& schedule, Rank from, std::span<const Block> pieces) {
  if (HaveElements(pieces)) schedule.Receive(from, pieces);
}
inline void SendPieces(Schedule& schedule, Rank to, std::span<const Block> pieces) {
  if (HaveElements(pieces)) schedule.Send(to, pieces);
}

/// Appends a ring allgather: each place begins with its own piece, and in the end all places have
/// all pieces. In each of n-1 rounds a place sends to the right the piece that it got last from the
/// left, its own first.
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

/// Appends an allgather by recursive multiplying; n is a power of k. In round i the k places whose
/// numbers differ in digit i in base k give each other the k^i pieces that each has.
inline void AppendRecursiveMultiplyingAllgather(Schedule& schedule, int k, int n, int self,
                                                const Pieces& pieces, const RankAt& rank_at) {
  for (int have = 1; have < n; have *= k) {
    const int digit = self / have % k;
    const auto partner = [&](int other) { return rank_at(self + (other - digit) * have); };
    const auto part = [&](int other) {
      const int first = (self / have + other - digit) * have;
      return pieces(first, first + have);
    };
    schedule.NextRound();
    for (int i = 1; i < k; ++i) {
      const int other = (digit + k - i) % k;
      ReceivePieces(schedule, partner(other), part(other));
    }
    // Begins with the next place, so that not all places send to the same one at a time.
    for (int i = 1; i < k; ++i) SendPieces(schedule, partner((digit + i) % k), part(digit));
  }
  schedule.NextRound();
}

/// Appends an allgather by recursive doubling: recursive multiplying with radix 2.
inline void AppendRecursiveDoublingAllgather(Schedule& schedule, int n, int self,
                                             const Pieces& pieces, const RankAt& rank_at) {
  AppendRecursiveMultiplyingAllgather(schedule, 2, n, self, pieces, rank_at);
}

/// Appends an allgather by the concatenation of Bruck et al. (see allgather/bruck.cc) with radix k.
/// Pieces are numbered from this place's own upwards, around the ring.
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

/// Appends a ring reduce-scatter: each place begins with its operands of all pieces, `mine`, and
/// ends with the sum of its own piece. In each of n-1 rounds a place:
/// - sends to the right the sum that it got last from the left; at first its operand of the piece
///   of the place before it;
/// - adds its own operand to the arriving sum.
///
/// The sum of a piece goes once around the ring, which is not rank order. Sums lie where they are
/// received, in `arriving`. With `into_mine` (a place may overwrite its operands) sums lie in
/// `mine`. An empty piece is not sent.
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

/// Appends a ring reduce-scatter of a vector that is whole in both the input and the output of
/// every rank. `pieces` are pieces of the output, in which the sums come to lie. Requires a
/// commutative operation.
inline void AppendRingReduceScatterInOutput(Schedule& schedule, const Shape& shape, Rank self,
                                            const Pieces& pieces) {
  const Pieces operands = [&pieces](int first, int last) {
    const Block piece = pieces(first, last);
    return Input(piece.first, piece.count);
  };
  // In place the output holds this rank's operands, which arriving sums must not overwrite. Two
  // slots are used in turn.
  const Pieces aside = [&pieces, each = pieces(0, 1).count](int first, int last) {
    return Scratch(first % 2 * each, pieces(first, last).count);
  };
  AppendRingReduceScatter(schedule, shape.ranks, self, shape.in_place ? pieces : operands,
                          shape.in_place ? aside : pieces, shape.in_place, PlaceIsRank);
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_EXCHANGE_PHASES_H_
