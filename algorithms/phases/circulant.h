// Exchanges on circulant graphs, in ceil(lg n) rounds for any number n of places.
//
// The graph has q = ceil(lg n) skips, each half of the next one, rounded up. In each round a place
// sends to the place one skip away from it, around the ring, and receives from the opposite side.
// So all places exchange as a power of two does by recursive doubling or halving.
//
// Places and pieces are defined in exchange_phases.h. A place is the rank of its number.
#ifndef COLLTUNE_ALGORITHMS_PHASES_CIRCULANT_H_
#define COLLTUNE_ALGORITHMS_PHASES_CIRCULANT_H_

#include <cstdint>
#include <vector>

#include "algorithms/phases/exchange_phases.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Returns the skips s_0 = 1 .. s_q = n of n places: s_i = ceil(s_{i+1} / 2). One place has s_0
/// alone.
std::vector<int> CirculantSkips(int n);

/// Returns `pieces` numbered from `self` upwards, around the ring of n places. Requires ranges that
/// do not go on from place n-1 to place 0.
Pieces FromSelf(Pieces pieces, int self, int n);

/// Memory of one place in a circulant reduce-scatter. Pieces are numbered from the place's own
/// upwards. A range never goes on from place n-1 to place 0.
struct CirculantMemory {
  Pieces operands;  ///< all pieces
  bool writable;    ///< whether sums replace `operands`
  Pieces sums;      ///< the lower half of the pieces; not used if `writable`
  Pieces arriving;  ///< memory for arriving sums, apart from `sums`
  Pieces result;    ///< memory of piece 0 in the end; nullptr: where the sums are
};

/// Appends a reduce-scatter of n pieces in q rounds. Each place begins with operands of all pieces,
/// and ends with the sum of its own. With i falling from q-1 a place sends the place s_i above it
/// the sums of the pieces [s_i, s_{i+1}), counted from its own. Requires n > 1 and a commutative
/// operation. Empty messages are not sent.
void AppendCirculantReduceScatter(Schedule& schedule, int n, int self,
                                  const CirculantMemory& memory);

/// Appends an allgather of n pieces in q rounds: the messages of the reduce-scatter backwards. With
/// i rising from 0 a place has s_i pieces, from its own upwards. It receives the pieces
/// [s_i, s_{i+1}) from the place s_i above it. `pieces` are numbered as in CirculantMemory. Empty
/// messages are not sent.
void AppendCirculantAllgather(Schedule& schedule, int n, int self, const Pieces& pieces);

/// One place's part of a broadcast of several blocks from place 0, which takes the fewest rounds.
///
/// In each round a place sends one block to the place s_k above it, and receives one from the place
/// s_k below it; k rises by one from round to round, modulo q. The rounds with k from 0 to q-1 are
/// a phase. Each block arrives at each place once.
class CirculantBroadcast {
 public:
  /// Stands for no block in an exchange.
  static constexpr std::int64_t kNone = -1;

  /// The exchange of one place in one round.
  struct Exchange {
    int to;
    int from;
    std::int64_t sent = kNone;
    std::int64_t received = kNone;
  };

  /// Computes the blocks of all rounds in O(lg^3 n). Requires blocks >= 0 and 0 <= self < n.
  CirculantBroadcast(int n, int self, std::int64_t blocks);

  /// The number of rounds, blocks - 1 + q; 0 if nothing is to be sent.
  std::int64_t rounds() const { return rounds_; }

  /// Returns the exchange of round 0 <= i < rounds().
  Exchange Round(std::int64_t i) const;

 private:
  int n_;
  int self_;
  std::int64_t blocks_;
  std::vector<int> skips_;
  std::int64_t rounds_ = 0;
  std::int64_t skipped_ = 0;   // first rounds of the first phase, so that the last phase is whole
  std::vector<int> received_;  // blocks of a phase's rounds; negative: of the phase before
  std::vector<int> sent_;      // likewise
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_CIRCULANT_H_
