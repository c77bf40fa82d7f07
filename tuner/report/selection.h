// Which rows of a profile a single plot is of. Pure.
#ifndef COLLTUNE_TUNER_REPORT_SELECTION_H_
#define COLLTUNE_TUNER_REPORT_SELECTION_H_

#include <optional>
#include <vector>

#include "profiles/profile.h"

namespace colltune::tune {

/// What is not told may be anything.
struct Wanted {
  std::optional<Collective> collective = std::nullopt;
  std::optional<int> ranks = std::nullopt;
  std::optional<int> ranks_per_node = std::nullopt;
  std::optional<int> sites = std::nullopt;
  std::optional<Mapping> mapping = std::nullopt;
  std::optional<Rank> root = std::nullopt;  ///< the rows that calls with this root go to
};

/// The rows in the order of the table, one at least. Requires a collective. Throws
/// std::invalid_argument, which says what is there, where there are none.
std::vector<const Row*> SelectRows(const DecisionTable& table, const Wanted& wanted);

/// "16 ranks, 8 per node, root 3; ...", the first few.
std::string LayoutsText(const std::vector<const Row*>& rows);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_SELECTION_H_
