// Differences between two decision tables, and their cost.
#ifndef COLLTUNE_TUNER_EVALUATE_TABLE_DIFF_H_
#define COLLTUNE_TUNER_EVALUATE_TABLE_DIFF_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// Ratio of the second choice's time to the first one's, over the sizes at which one table has
/// measured both.
struct CostOfOther {
  int sizes = 0;
  double least = 0;
  double most = 0;

  friend bool operator==(const CostOfOther&, const CostOfOther&) = default;
};

/// Calls of first .. last bytes, both included, for which the tables name different choices.
struct Disagreement {
  Collective collective = Collective::kBcast;
  Region region;
  Placement placement;
  std::optional<Roots> roots;  ///< none: all
  Bytes first;
  Bytes last;
  ChoiceId one;          ///< the first table's choice, or "library" where it has none
  ChoiceId other;        ///< the second table's choice, likewise
  CostOfOther by_one;    ///< by the first table's evidence
  CostOfOther by_other;  ///< by the second table's evidence

  friend bool operator==(const Disagreement&, const Disagreement&) = default;
};

/// Returns all disagreements, in the order of the tables. A call without a rule counts as the
/// library's. Adjacent ranges with the same two choices are merged.
std::vector<Disagreement> FindDisagreements(const DecisionTable& one, const DecisionTable& other);

/// Formats disagreements for people: a line for the calls, and below a line for each range of
/// bytes. Empty where there are none.
std::string ToText(const std::vector<Disagreement>& disagreements);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_TABLE_DIFF_H_
