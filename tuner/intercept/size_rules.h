// The rows of a decision table that apply to one communicator, in the form in which they are
// searched during a call.
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

/// Calls of first .. last bytes, both included.
struct SizeRule {
  Bytes first;
  Bytes last;
  Choice choice;
  std::string why;                            ///< "profile", "forced", "no row", ...
  bool needs_commutative = false;             ///< the choice cannot be used with other operations
  std::optional<NativeSelector> native = {};  ///< of a choice that is the library's

  friend bool operator==(const SizeRule&, const SizeRule&) = default;
};

/// Rules that cover all sizes from 0 bytes on, sorted, without gaps.
using SizeRules = std::vector<SizeRule>;

/// The same choice for all sizes.
SizeRules OneRule(const Choice& choice, std::string why);

/// For whom rules are made.
struct Caller {
  Collective collective;
  int ranks;
  bool may_select_natives = false;  ///< on all ranks
  const Places* places = nullptr;   ///< nullptr where they are not known
};

/// What a forced choice or else the row (none: no row) says, where it can be followed: the
/// library's own for messages that are empty or larger than a count of MPI_BYTE can say, between
/// rules, for algorithms that this build or library does not have, and where an algorithm
/// declines. Where ranks do not know sizes, what holds for 0 bytes holds for all.
SizeRules MakeSizeRules(const Caller& caller, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Rule> row);

/// What holds for calls with one of `roots`.
struct RootRules {
  Roots roots;
  SizeRules sizes;

  friend bool operator==(const RootRules&, const RootRules&) = default;
};

/// Of those that contain a call's root the first counts; the last one contains all.
using CallRules = std::vector<RootRules>;

/// MakeSizeRules for each row, and for the roots that none has.
CallRules MakeCallRules(const Caller& caller, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Row> rows);

/// The same choice for all calls.
CallRules OneRuleForAll(const Choice& choice, std::string why);

/// The rule for a root of at least 0 and a size of at least 0 bytes. There is one row, or on nodes
/// that are unlike a few, with a handful of rules, which are searched one by one.
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
