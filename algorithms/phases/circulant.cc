#include "algorithms/phases/circulant.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace colltune {
namespace {

/// A range of pieces as two blocks: up to place n-1, and from place 0 on.
using Halves = std::array<Block, 2>;

Halves Cut(const Pieces& pieces, int first, int last, int self, int n) {
  const int cut = std::clamp(n - self, first, last);
  return {pieces(first, cut), pieces(cut, last)};
}

/// Returns the base block of a place: the only block that it receives in the first phase. The place
/// is a sum of skips, taken greedily from the greatest on; the last of them has the number of that
/// block. Place 0 has q.
int BaseBlock(const std::vector<int>& skips, int self) {
  int i = static_cast<int>(skips.size()) - 1;
  for (int rest = self; rest > 0;) {
    --i;
    if (skips[static_cast<std::size_t>(i)] <= rest) rest -= skips[static_cast<std::size_t>(i)];
  }
  return i;
}

/// Depth-first search for the blocks that a place receives in the q rounds of a phase: Traeff,
/// "Optimal Broadcast Schedules in Logarithmic Time" (2024), the computation of receive schedules.
///
/// The block of round k is the base block of a place that is s_k to s_{k+1} places below. So the
/// block is there before round k. The search visits such places as sums of skips, the greatest
/// first, and takes each block once.
class ReceiveSearch {
 public:
  ReceiveSearch(const std::vector<int>& skips, int self)
      : skips_(skips), q_(static_cast<int>(skips.size()) - 1), self_(self + skips.back()) {
    const int base = BaseBlock(skips, self);
    taken_.resize(skips.size());
    taken_[static_cast<std::size_t>(base)] = true;
    Visit(0, q_);
    for (int& block : found_) block = block == q_ ? base : block - q_;
  }

  /// Returns the block of each round: the base block, or a block of the phase before, from -q on.
  std::vector<int> found() const { return found_; }

 private:
  int Skip(int i) const { return skips_[static_cast<std::size_t>(i)]; }
  int Round() const { return static_cast<int>(found_.size()); }

  /// Whether `place` is below the places whose base blocks the next round may bring.
  bool IsBelow(int place) const { return place <= self_ - Skip(Round() + 1); }

  /// Visits the places that the skips from number `block` down lead to from `at`.
  void Visit(int at, int block) {
    for (; block >= 0 && Round() < q_; --block) {
      const int next = at + Skip(block);
      if (taken_[static_cast<std::size_t>(block)] || next > self_ - Skip(Round()) || next >= last_)
        continue;
      if (IsBelow(next)) Visit(next, block - 1);
      if (Round() == q_ || !IsBelow(at)) return;
      last_ = next;
      taken_[static_cast<std::size_t>(block)] = true;
      found_.push_back(block);
    }
  }

  const std::vector<int>& skips_;
  int q_;
  int self_;                                    // one turn on, so that no place is negative
  int last_ = std::numeric_limits<int>::max();  // place of the last block that was taken
  std::vector<bool> taken_;
  std::vector<int> found_;
};

}  // namespace

std::vector<int> CirculantSkips(int n) {
  std::vector<int> skips = {n};
  while (skips.back() > 1) skips.push_back((skips.back() + 1) / 2);
  std::ranges::reverse(skips);
  return skips;
}

Pieces FromSelf(Pieces pieces, int self, int n) {
  return [pieces = std::move(pieces), self, n](int first, int last) {
    const int begin = first + self < n ? self : self - n;
    return pieces(first + begin, last + begin);
  };
}

void AppendCirculantReduceScatter(Schedule& schedule, int n, int self,
                                  const CirculantMemory& memory) {
  const std::vector<int> skips = CirculantSkips(n);
  const auto cut = [&](const Pieces& pieces, int first, int last) {
    return Cut(pieces, first, last, self, n);
  };
  Pieces value = memory.operands;
  bool writable = memory.writable;
  for (std::size_t i = skips.size() - 1; i-- > 0;) {
    const int skip = skips[i];
    const int summed = skips[i + 1] - skip;
    const bool ends = i == 0 && memory.result != nullptr;
    // Combines in the memory of the arriving sums if the value may not be overwritten, or ends.
    const bool moves = ends || !writable;
    const Pieces& into = ends ? memory.result : writable ? memory.arriving : memory.sums;
    const Halves arrived = cut(into, 0, summed);
    const Halves kept = cut(value, 0, summed);
    schedule.NextRound();
    ReceivePieces(schedule, Around(self, -skip, n), arrived);
    SendPieces(schedule, Around(self, skip, n), cut(value, skip, skips[i + 1]));
    for (std::size_t half = 0; half < arrived.size(); ++half) {
      if (moves) {
        schedule.Reduce(kept[half], arrived[half]);
      } else {
        schedule.Reduce(arrived[half], kept[half]);
      }
    }
    if (!moves) continue;
    const Halves rest = cut(value, summed, skip);  // a piece that nobody sends in this round
    const Halves rest_into = cut(into, summed, skip);
    for (std::size_t half = 0; half < rest.size(); ++half) {
      schedule.Copy(rest[half], rest_into[half]);
    }
    value = into;
    writable = true;
  }
  schedule.NextRound();
}

void AppendCirculantAllgather(Schedule& schedule, int n, int self, const Pieces& pieces) {
  const std::vector<int> skips = CirculantSkips(n);
  for (std::size_t i = 0; i + 1 < skips.size(); ++i) {
    const int skip = skips[i];
    schedule.NextRound();
    ReceivePieces(schedule, Around(self, skip, n), Cut(pieces, skip, skips[i + 1], self, n));
    SendPieces(schedule, Around(self, -skip, n), Cut(pieces, 0, skips[i + 1] - skip, self, n));
  }
  schedule.NextRound();
}

CirculantBroadcast::CirculantBroadcast(int n, int self, std::int64_t blocks)
    : n_(n), self_(self), blocks_(blocks), skips_(CirculantSkips(n)) {
  const auto q = static_cast<std::int64_t>(skips_.size()) - 1;
  if (q == 0 || blocks == 0) return;
  rounds_ = blocks - 1 + q;
  skipped_ = (q - rounds_ % q) % q;
  received_ = ReceiveSearch(skips_, self).found();
  for (std::size_t k = 0; k + 1 < skips_.size(); ++k) {
    sent_.push_back(ReceiveSearch(skips_, Around(self, skips_[k], n)).found()[k]);
  }
}

CirculantBroadcast::Exchange CirculantBroadcast::Round(std::int64_t i) const {
  const auto q = static_cast<std::int64_t>(skips_.size()) - 1;
  const std::int64_t at = skipped_ + i;
  const auto k = static_cast<std::size_t>(at % q);
  const auto block = [&](int of_phase) {
    const std::int64_t number = of_phase + at / q * q - skipped_;
    return number < 0 ? kNone : std::min(number, blocks_ - 1);
  };
  Exchange exchange{.to = Around(self_, skips_[k], n_), .from = Around(self_, -skips_[k], n_)};
  if (exchange.to != 0) exchange.sent = block(sent_[k]);
  if (self_ != 0) exchange.received = block(received_[k]);
  return exchange;
}

}  // namespace colltune
