// Partial results of one rank of a scan or an exscan, and where they lie.
#ifndef COLLTUNE_ALGORITHMS_PHASES_PREFIX_H_
#define COLLTUNE_ALGORITHMS_PHASES_PREFIX_H_

#include <optional>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Keeps two sums of a rank:
/// - the result: the operands of lower ranks and, in a scan, of the rank itself;
/// - the passed-on sum: also the rank's own operand, and those of the higher ranks that were added.
///
/// The two sums share a block as long as they are equal. The passed-on sum is computed only where
/// it is passed on.
class Prefix {
 public:
  Prefix(const Shape& shape, bool exclusive);

  /// Returns where the passed-on sum lies.
  Block Sum() const;

  /// Returns where the sum of the ranks next below may be received in this round.
  Block FromLower() const;

  /// Adds the sum in FromLower() to the result and, if `passed_on`, to Sum(). If not `passed_on`,
  /// Sum() is invalid until a later AddLower with `passed_on`, and AddHigher must not have been
  /// called.
  void AddLower(Schedule& schedule, bool passed_on);

  /// Returns where the sum of the ranks next above may be received. AddHigher adds it to Sum()
  /// only.
  Block FromHigher() const { return FreeSlot(); }
  void AddHigher(Schedule& schedule);

  /// Puts the result into the output, if it is not there yet.
  void Finish(Schedule& schedule) const;

 private:
  Block Slot(int i) const { return Scratch(i * own_.count, own_.count); }
  Block FreeSlot() const { return sum_ == Slot(0) ? Slot(1) : Slot(0); }

  bool exclusive_;
  bool commutative_;
  Block own_;
  Block output_;
  std::optional<Block> result_;  // nothing while it is the operand, or an exscan has none
  Block result_home_;            // where the result is combined
  std::optional<Block> sum_;     // slot of the passed-on sum, unless it is the result or operand
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_PREFIX_H_
