// The part of a profile's text that describes the cluster's hosts.
#ifndef COLLTUNE_PROFILES_YAML_MACHINE_TEXT_H_
#define COLLTUNE_PROFILES_YAML_MACHINE_TEXT_H_

#include <string>

#include "algorithms/places.h"
#include "profiles/yaml/yaml_value.h"

namespace colltune {

/// Reads the value of the key `machine`. Throws YamlError unless the value meets all conditions of
/// Machine and EdgeCosts.
Machine ToMachine(const YamlValue& value);

/// Returns the lines of the key `machine` and its value.
std::string ToYaml(const Machine& machine);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_MACHINE_TEXT_H_
