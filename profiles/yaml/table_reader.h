// The part of a profile's text that is the decision table.
#ifndef COLLTUNE_PROFILES_YAML_TABLE_READER_H_
#define COLLTUNE_PROFILES_YAML_TABLE_READER_H_

#include <optional>

#include "profiles/decision_table.h"
#include "profiles/yaml/yaml_value.h"

namespace colltune {

/// Returns the hull that the value of the key `hull` describes. Throws YamlError.
Hull ToHull(const YamlValue& value);

/// Returns the table that the value of the key `tables` of a profile of that version describes,
/// sorted, whatever the order in the text. Throws YamlError unless the table keeps all promises of
/// DecisionTable, covers the hull, and has no algorithm that is not in the registry.
DecisionTable ToTable(const YamlValue& value, int version, const std::optional<Hull>& hull);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_TABLE_READER_H_
