// The part of a profile's text that is the decision table.
#ifndef COLLTUNE_PROFILES_YAML_TABLE_READER_H_
#define COLLTUNE_PROFILES_YAML_TABLE_READER_H_

#include "profiles/decision_table.h"
#include "profiles/yaml/yaml_value.h"

namespace colltune {

/// Returns the table that the value of the key `tables` describes, sorted, whatever the order in
/// the text. Throws YamlError unless the table keeps all promises of DecisionTable and all its
/// algorithms are in the registry.
DecisionTable ToTable(const YamlValue& value);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_TABLE_READER_H_
