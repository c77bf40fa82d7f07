// Fields that the report's tables for programs have in common.
#ifndef COLLTUNE_TUNER_REPORT_CSV_FIELDS_H_
#define COLLTUNE_TUNER_REPORT_CSV_FIELDS_H_

#include <optional>
#include <string>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// "op,ranks,ranks_per_node,sites,mapping,first_root,last_root", and what a row has in them.
std::string RowHeader();
std::string RowFields(const Row& row);

/// With the fewest digits that read back as the same; empty where there is none.
std::string NumberField(const std::optional<double>& number);

std::string MicrosecondsField(Seconds time);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_CSV_FIELDS_H_
