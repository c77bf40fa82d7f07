// What one rank of a scan or an exscan has combined so far, and where it lies.
#ifndef COLLTUNE_ALGORITHMS_PHASES_PREFIX_H_
#define COLLTUNE_ALGORITHMS_PHASES_PREFIX_H_

#include <optional>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// A rank knows two sums: its result, of lower ranks and, in a scan, itself; and what it passes on,
/// which has its own operand and those of the higher ranks that were added. They share a block as
/// long as they are the same, and the second is computed only where it is passed on.
class Prefix {
 public:
  Prefix(const Shape& shape, bool exclusive);

  /// What is passed on.
  Block Sum() const;

  /// Where the sum of the ranks next below may be received in this round.
  Block FromLower() const;

  /// Adds it. Sum() has it too if it is `passed_on`; if not, Sum() is of no use until a later
  /// AddLower for which it is, and AddHigher may not have been called.
  void AddLower(Schedule& schedule, bool passed_on);

  /// The same of the sum of the ranks next above, which is added to Sum() only.
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
  std::optional<Block> result_;  // nothing as long as it is the operand, or an exscan has none
  Block result_home_;            // where the result is put together
  std::optional<Block> sum_;     // a slot, if it is neither the result nor the operand
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_PREFIX_H_
