// Fields that the report's CSV tables have in common.
#ifndef COLLTUNE_TUNER_REPORT_CSV_FIELDS_H_
#define COLLTUNE_TUNER_REPORT_CSV_FIELDS_H_

#include <optional>
#include <string>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// Header "op,ranks,ranks_per_node,sites,mapping,first_root,last_root", and a row's values in it.
std::string RowHeader();
std::string RowFields(const Row& row);

/// Return the columns of a row's region, which come last, and their values: the last of `ranks` and
/// the like is empty without a bound.
std::string RegionHeader();
std::string RegionFields(const Row& row);

/// Returns a number with the fewest digits that read back as the same number; empty for none.
std::string NumberField(const std::optional<double>& number);

std::string MicrosecondsField(Seconds time);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_CSV_FIELDS_H_
