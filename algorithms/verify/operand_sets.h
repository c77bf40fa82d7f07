// Sets of ranks whose operands a partial result contains, for the verifier.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_OPERAND_SETS_H_
#define COLLTUNE_ALGORITHMS_VERIFY_OPERAND_SETS_H_

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

/// Sets of ranks, each stored once and known by a number. Many elements of a buffer hold the same
/// partial result; their sets are joined at the cost of a look-up.
class OperandSets {
 public:
  using Id = int;
  static constexpr Id kEmpty = 0;

  /// `ordered`: operands may be joined in the order of ranks only, as a non-commutative operation
  /// demands.
  explicit OperandSets(bool ordered) : ordered_(ordered) { Intern({}); }

  /// The set of ranks first..last; the empty one when last < first.
  Id Range(Rank first, Rank last);

  /// Returns left (op) right. Returns nothing if an operand is in both. If ordered, also returns
  /// nothing unless the right operand begins where the left one ends.
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
