// The row of a decision table that applies to one communicator, in the form in which it is
// searched during a call.
#ifndef COLLTUNE_TUNER_INTERCEPT_SIZE_RULES_H_
#define COLLTUNE_TUNER_INTERCEPT_SIZE_RULES_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/units.h"
#include "profiles/compiled_table.h"

namespace colltune {

/// Calls of first .. last bytes, both included.
struct SizeRule {
  Bytes first;
  Bytes last;
  Choice choice;
  std::string why;       ///< "profile", "forced", "no row", ...
  bool is_news = false;  ///< to be logged when it is next followed

  friend bool operator==(const SizeRule&, const SizeRule&) = default;
};

/// Rules that cover all sizes from 0 bytes on, sorted, without gaps.
using SizeRules = std::vector<SizeRule>;

/// The same choice for all sizes.
SizeRules OneRule(const Choice& choice, std::string why);

/// What a forced choice or else the row (none: no row) says, where it can be followed: the
/// library's own for messages that are empty or larger than a count of MPI_BYTE can say, between
/// rules, for algorithms that this build does not have or that are the library's, and where an
/// algorithm declines.
SizeRules MakeSizeRules(Collective collective, int ranks, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Rule> row);

/// The rule for a size of at least 0 bytes. Rows have a handful of rules, which are searched one
/// by one.
inline SizeRule& FindRule(SizeRules& rules, Bytes bytes) {
  SizeRule* rule = rules.data();
  while (rule->last < bytes) ++rule;
  return *rule;
}

/// "1024..65535 B: binomial (profile)"
std::string ToText(const SizeRule& rule);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERCEPT_SIZE_RULES_H_
