// Rows of a decision table that apply to one communicator, in the form in which a call searches
// them.
#ifndef COLLTUNE_TUNER_INTERCEPT_SIZE_RULES_H_
#define COLLTUNE_TUNER_INTERCEPT_SIZE_RULES_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/native/native.h"
#include "algorithms/units.h"
#include "profiles/compiled/compiled_table.h"

namespace colltune::intercept {

/// The choice for calls of first .. last bytes, both included.
struct SizeRule {
  Bytes first;
  Bytes last;
  Choice choice;
  std::string why;                            ///< "profile", "forced", "no row", ...
  bool needs_commutative = false;             ///< the choice needs a commutative operation
  std::optional<NativeSelector> native = {};  ///< selects a native algorithm

  friend bool operator==(const SizeRule&, const SizeRule&) = default;
};

/// Rules that cover all sizes from 0 bytes on, sorted, without gaps.
using SizeRules = std::vector<SizeRule>;

/// Returns one rule, with the same choice for all sizes.
SizeRules OneRule(const Choice& choice, std::string why);

/// Collective and communicator that rules are made for.
struct Caller {
  Collective collective;
  int ranks;
  bool may_select_natives = false;  ///< all ranks can select native algorithms
  const Places* places = nullptr;   ///< of the ranks; nullptr if not known
};

/// Makes the rules of a forced choice, or else of a row (empty: there is no row). The library's own
/// choice applies in these cases:
///  - The message is empty, or larger than an int counts in bytes.
///  - The size lies between two rules.
///  - This build or the MPI library lacks the algorithm.
///  - The algorithm declines.
/// For collectives whose ranks do not know sizes, the rule for 0 bytes holds for all calls.
SizeRules MakeSizeRules(const Caller& caller, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Rule> row);

/// Rules for calls with one of `roots`.
struct RootRules {
  Roots roots;
  SizeRules sizes;

  friend bool operator==(const RootRules&, const RootRules&) = default;
};

/// Rules for all calls: the first element that contains the call's root applies. The last element
/// contains all roots.
using CallRules = std::vector<RootRules>;

/// Makes the rules of each row by MakeSizeRules, and adds rules for roots that no row contains.
CallRules MakeCallRules(const Caller& caller, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Row> rows);

/// Returns rules with the same choice for all calls.
CallRules OneRuleForAll(const Choice& choice, std::string why);

/// Returns the rule for a root of at least 0 and a size of at least 0 bytes. Searches linearly:
/// there is one row, or a few rows on heterogeneous nodes, with a handful of rules each.
inline const SizeRule& FindRule(const CallRules& rules, Rank root, Bytes bytes) {
  const RootRules* row = rules.data();
  while (!row->roots.Contain(root)) ++row;
  const SizeRule* rule = row->sizes.data();
  while (rule->last < bytes) ++rule;
  return *rule;
}

/// "1024..65535 B: binomial (profile)"
std::string ToText(const SizeRule& rule);

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_SIZE_RULES_H_
