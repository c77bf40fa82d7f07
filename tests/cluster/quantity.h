// Times and rates as users write them: 1.5ms, 100Mbit.
#ifndef COLLTUNE_TESTS_CLUSTER_QUANTITY_H_
#define COLLTUNE_TESTS_CLUSTER_QUANTITY_H_

#include <string_view>

#include "profiles/yaml/yaml_value.h"
#include "tests/cluster/description.h"

namespace colltune::cluster {

/// Reads a time: 0 or more of ns, us, ms or s, up to 10 s. Throws YamlError, with `what` as the
/// value's name.
Nanoseconds ToTime(const YamlValue& value, std::string_view what);

/// Reads a rate, from 1kbit to 1000Gbit a second. Throws YamlError, with `what` as the value's
/// name.
Rate ToRate(const YamlValue& value, std::string_view what);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_QUANTITY_H_
