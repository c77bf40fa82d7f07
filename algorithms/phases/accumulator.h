// The partial result of one rank of a reduction, and where it lies.
#ifndef COLLTUNE_ALGORITHMS_PHASES_ACCUMULATOR_H_
#define COLLTUNE_ALGORITHMS_PHASES_ACCUMULATOR_H_

#include <cstdint>
#include <vector>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Region of a buffer that holds a copy of the data. Element 0 of the data is element `begin` of
/// `buffer`.
struct BufferRegion {
  Buffer buffer;
  std::int64_t begin = 0;

  /// Returns where this copy holds the elements of `range`; ignores the buffer of `range`.
  constexpr Block At(const Block& range) const {
    return {buffer, begin + range.first, range.count};
  }

  friend bool operator==(const BufferRegion&, const BufferRegion&) = default;
};

/// `count` regions of the scratch buffer, `each` elements apart, from element `first` on.
std::vector<BufferRegion> Slots(int count, std::int64_t each, std::int64_t first = 0);

/// Combines arriving operands with the partial result of a rank. Of two operands, one becomes the
/// result where it lies, which avoids copies. The partial result so moves between regions.
///
/// How operands are associated depends only on the ranks that they come from. Ranks that combine
/// the same operands so get the same bits, even if rounding makes the operation not associative.
class Accumulator {
 public:
  /// Begins with the operand `mine`, which is overwritten only if `writable`. `spare`: other
  /// regions that the accumulator may use.
  Accumulator(bool commutative, BufferRegion mine, bool writable, std::vector<BufferRegion> spare);

  /// Returns where `range` of the partial result lies.
  Block Value(const Block& range) const { return value_.At(range); }

  /// Returns `range` of free region i, into which operands may be received.
  Block Spare(int i, const Block& range) const {
    return spare_[static_cast<std::size_t>(i)].At(range);
  }

  /// Combines `range` of Spare(0) .. Spare(arrived - 1) with the partial result. The arriving
  /// operands come from ranks in descending order, the first `higher` of them from ranks above this
  /// one. Each operand is the combination of neighboring ranks. Afterwards only `range` of the
  /// partial result is valid. One more free region is needed if the operation is not commutative,
  /// the value may not be overwritten and higher == 0.
  void Combine(Schedule& schedule, const Block& range, int arrived, int higher);

  /// Copies `range` of the partial result to the free region `into`, unless it lies there already.
  void MoveTo(Schedule& schedule, const Block& range, const BufferRegion& into);

 private:
  void Settle(const BufferRegion& now);

  bool commutative_;
  BufferRegion value_;
  bool writable_;
  std::vector<BufferRegion> spare_;
};

/// Returns the accumulator of a rank whose output is as long as its input and may be used whole;
/// its operand begins at element `begin`. Arriving operands are received into the output where
/// possible, else into `slots`.
Accumulator InOutput(const Shape& shape, const std::vector<BufferRegion>& slots,
                     std::int64_t begin = 0);

/// Returns the accumulator of a rank that may use nothing but `slots`; its operand begins at
/// element `begin` of the input.
Accumulator InScratch(const Shape& shape, const std::vector<BufferRegion>& slots,
                      std::int64_t begin = 0);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_ACCUMULATOR_H_
