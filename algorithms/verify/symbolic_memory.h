// Symbolic memory of one rank, for the verifier: the value of each element of its buffers.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_SYMBOLIC_MEMORY_H_
#define COLLTUNE_ALGORITHMS_VERIFY_SYMBOLIC_MEMORY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/verify/cells.h"
#include "algorithms/verify/operand_sets.h"

namespace colltune {

/// Combination of one element of the inputs of a set of ranks.
struct Value {
  std::int64_t element = 0;
  OperandSets::Id operands = OperandSets::kEmpty;  ///< kEmpty: never written

  friend bool operator==(const Value&, const Value&) = default;
};

/// The buffers of one rank. Where the call is in place, input and output share elements.
class SymbolicMemory {
 public:
  /// Fills the buffers as the call finds them; what `schedule` uses of temporary data is
  /// unset.
  SymbolicMemory(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule,
                 OperandSets& operands);

  /// Returns why `block` may not be read (or written), or an empty text.
  std::string Refuses(const Block& block, bool write) const;

  /// Returns element i of a block for which Refuses is empty.
  Value Read(const Block& block, std::int64_t i) const {
    return values_[cells_.First(block) + Index(i)];
  }
  void Write(const Block& block, std::int64_t i, Value value);

  bool Overlap(const Block& a, const Block& b) const;
  bool Same(const Block& a, const Block& b) const {
    return cells_.First(a) == cells_.First(b) && a.count == b.count;
  }

  const Buffers& buffers() const { return cells_.buffers(); }

 private:
  static std::size_t Index(std::int64_t i) { return static_cast<std::size_t>(i); }
  std::int64_t Length(Buffer buffer) const;

  Cells cells_;
  std::vector<Value> values_;  // of the cells
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_SYMBOLIC_MEMORY_H_
