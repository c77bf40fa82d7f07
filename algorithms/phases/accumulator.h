// The partial result of one rank of a reduction, and where it lies.
#ifndef COLLTUNE_ALGORITHMS_PHASES_ACCUMULATOR_H_
#define COLLTUNE_ALGORITHMS_PHASES_ACCUMULATOR_H_

#include <cstdint>
#include <vector>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Where a copy of the data lies: its first element is element `begin` of `buffer`.
struct Region {
  Buffer buffer;
  std::int64_t begin = 0;

  /// The elements of `range`, whose buffer does not matter, in this copy.
  constexpr Block At(const Block& range) const {
    return {buffer, begin + range.first, range.count};
  }

  friend bool operator==(const Region&, const Region&) = default;
};

/// `count` regions of the scratch buffer, `each` elements apart, from element `first` on.
std::vector<Region> Slots(int count, std::int64_t each, std::int64_t first = 0);

/// Combines what arrives with what a rank has. Nothing is copied if that can be helped: of two
/// operands, one becomes the result where it lies, so the partial result moves between regions.
///
/// How operands are associated depends only on the ranks that they come from, so that ranks which
/// combine the same ones get the same bits even if rounding makes the operation not associative.
class Accumulator {
 public:
  /// Begins with `mine`, which is overwritten only if `writable`; `spare` is what else may be used.
  Accumulator(bool commutative, Region mine, bool writable, std::vector<Region> spare);

  /// `range` of the partial result.
  Block Value(const Block& range) const { return value_.At(range); }

  /// `range` of region i of those that are free, into which may be received.
  Block Spare(int i, const Block& range) const {
    return spare_[static_cast<std::size_t>(i)].At(range);
  }

  /// Combines `range` of Spare(0) .. Spare(arrived - 1) with this rank's. They come from falling
  /// ranks, the first `higher` of them from ranks above this one, and hold what other ranks had
  /// combined of neighboring ranks. Afterwards there is nothing but `range`. An operation that is
  /// not commutative, a value that may not be overwritten and higher == 0 need one more region.
  void Combine(Schedule& schedule, const Block& range, int arrived, int higher);

  /// Sees to it that `range` lies in `into`, which is free or holds the value already.
  void MoveTo(Schedule& schedule, const Block& range, const Region& into);

 private:
  void Settle(const Region& now);

  bool commutative_;
  Region value_;
  bool writable_;
  std::vector<Region> spare_;
};

/// Of a rank that has an output of the same length as its input, to be used whole; from element
/// `begin` on. What arrives is received into the output, if possible, or into `slots`.
Accumulator InOutput(const Shape& shape, const std::vector<Region>& slots, std::int64_t begin = 0);

/// Of a rank that may use nothing but `slots`.
Accumulator InScratch(const Shape& shape, const std::vector<Region>& slots, std::int64_t begin = 0);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_ACCUMULATOR_H_
