// Where two decision tables decide differently, and what that costs.
#ifndef COLLTUNE_TUNER_EVALUATE_TABLE_DIFF_H_
#define COLLTUNE_TUNER_EVALUATE_TABLE_DIFF_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// What the second choice takes as a multiple of the first one's time, over the sizes at which one
/// table has measured both.
struct CostOfOther {
  int sizes = 0;
  double least = 0;
  double most = 0;

  friend bool operator==(const CostOfOther&, const CostOfOther&) = default;
};

/// Calls of first .. last bytes, both included, for which the tables name other choices.
struct Disagreement {
  Collective collective = Collective::kBcast;
  int ranks = 0;
  int ranks_per_node = 0;
  Placement placement;
  std::optional<Roots> roots;  ///< none: all
  Bytes first;
  Bytes last;
  std::string one;    ///< the first table's choice, or "library" where it has none
  std::string other;  ///< the second one's
  CostOfOther by_one;
  CostOfOther by_other;

  friend bool operator==(const Disagreement&, const Disagreement&) = default;
};

/// All of them, in the order of the tables; what neither table has a rule for is the library's in
/// both. Ranges are as long as they can be.
std::vector<Disagreement> FindDisagreements(const DecisionTable& one, const DecisionTable& other);

/// For people to read: a line for each, below one for the calls; empty where there are none.
std::string ToText(const std::vector<Disagreement>& disagreements);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_TABLE_DIFF_H_
