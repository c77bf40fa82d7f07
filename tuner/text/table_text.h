// A decision table for people to read.
#ifndef COLLTUNE_TUNER_TEXT_TABLE_TEXT_H_
#define COLLTUNE_TUNER_TEXT_TABLE_TEXT_H_

#include <optional>
#include <string>

#include "profiles/profile.h"

namespace colltune::tune {

/// Returns a time with three digits: "340 ns", "12.3 us", "4.56 ms", "1.23 s".
std::string TimeText(Seconds time);

/// A model and its parameters.
std::string ModelText(const FittedModel& model);

/// Returns "samples within 2 %, nine in ten collectives within 12 %". The second part is missing
/// for a model whose predictions of collectives were not tried.
std::string WithinText(const FittedModel& model);

/// The fitted models, a line each.
std::string NetworkText(const Profile& profile);

/// Returns ", root 3", ", roots 3 to 5"; nothing for all roots.
std::string RootsText(const std::optional<Roots>& roots);

/// Returns "16 ranks, 8 per node, block, roots 3 to 5".
std::string LayoutText(const Row& row);

/// Returns "bcast on 16 ranks, 8 per node, block, roots 3 to 5".
std::string RowText(const Row& row);

/// Returns a line for each measured size of each row: the choice, its time, the library's, the
/// gain.
std::string TableText(const DecisionTable& table);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_TABLE_TEXT_H_
