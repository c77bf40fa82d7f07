// Selects the rows of a profile that a single plot shows. Pure.
#ifndef COLLTUNE_TUNER_REPORT_SELECTION_H_
#define COLLTUNE_TUNER_REPORT_SELECTION_H_

#include <optional>
#include <vector>

#include "profiles/profile.h"

namespace colltune::tune {

/// Criteria of the selection. A criterion that is not set admits any value.
struct Wanted {
  std::optional<Collective> collective = std::nullopt;
  std::optional<int> ranks = std::nullopt;
  std::optional<int> ranks_per_node = std::nullopt;
  std::optional<int> sites = std::nullopt;
  std::optional<Mapping> mapping = std::nullopt;
  std::optional<Rank> root = std::nullopt;  ///< rows that apply to calls with this root
};

/// Returns the selected rows in the order of the table, one at least. Requires a collective. Throws
/// std::invalid_argument, which says what rows there are, if none is selected.
std::vector<const Row*> SelectRows(const DecisionTable& table, const Wanted& wanted);

/// "16 ranks, 8 per node, root 3; ...", the first few.
std::string LayoutsText(const std::vector<const Row*>& rows);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_SELECTION_H_
