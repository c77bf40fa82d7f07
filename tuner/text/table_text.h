// A decision table for people to read.
#ifndef COLLTUNE_TUNER_TEXT_TABLE_TEXT_H_
#define COLLTUNE_TUNER_TEXT_TABLE_TEXT_H_

#include <optional>
#include <string>

#include "profiles/profile.h"

namespace colltune::tune {

/// "340 ns", "12.3 us", "4.56 ms", "1.23 s": three digits.
std::string TimeText(Seconds time);

/// A model and its parameters.
std::string ModelText(const FittedModel& model);

/// "samples within 2 %, nine in ten collectives within 12 %", without the latter where none was
/// tried.
std::string WithinText(const FittedModel& model);

/// The fitted models, a line each.
std::string NetworkText(const Profile& profile);

/// ", on 2 sites, block", or nothing for any.
std::string PlacementText(const Placement& placement);

/// ", root 3", ", roots 3 to 5", or nothing for all.
std::string RootsText(const std::optional<Roots>& roots);

/// "16 ranks, 8 per node, block, roots 3 to 5".
std::string LayoutText(const Row& row);

/// "bcast on 16 ranks, 8 per node, block, roots 3 to 5".
std::string RowText(const Row& row);

/// One line for each measured size of each row: the choice, its time, the library's, the gain.
std::string TableText(const DecisionTable& table);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_TABLE_TEXT_H_
