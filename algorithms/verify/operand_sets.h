// Which ranks' operands a partial result has taken in, for the verifier.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_OPERAND_SETS_H_
#define COLLTUNE_ALGORITHMS_VERIFY_OPERAND_SETS_H_

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

/// Sets of ranks, each stored once and known by a number, so that the many elements of a buffer
/// that hold the same partial result are joined at the cost of a look-up.
class OperandSets {
 public:
  using Id = int;
  static constexpr Id kEmpty = 0;

  /// `ordered`: operands may be joined in the order of ranks only, as a non-commutative operation
  /// demands.
  explicit OperandSets(bool ordered) : ordered_(ordered) { Intern({}); }

  /// The set of ranks first..last; the empty one when last < first.
  Id Range(Rank first, Rank last);

  /// left (op) right; nothing when an operand is in both or, if ordered, when the right operand
  /// does not begin behind the end of the left one.
  std::optional<Id> Join(Id left, Id right);

  /// "0..3, 5", or "nobody".
  std::string ToText(Id id) const;

 private:
  struct Interval {
    Rank first;
    Rank last;
    friend auto operator<=>(const Interval&, const Interval&) = default;
  };
  using Set = std::vector<Interval>;  // ascending, with gaps between

  Id Intern(const Set& set);
  std::optional<Set> Union(const Set& left, const Set& right) const;

  bool ordered_;
  std::vector<Set> sets_;
  std::map<Set, Id> ids_;
  std::unordered_map<std::int64_t, std::optional<Id>> joined_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_OPERAND_SETS_H_
