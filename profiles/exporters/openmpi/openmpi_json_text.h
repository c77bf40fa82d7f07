// Open MPI's rule files in JSON, as Open MPI 6 reads them.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_JSON_TEXT_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_JSON_TEXT_H_

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "profiles/exporters/openmpi/openmpi_rule_table.h"

namespace colltune {

/// The fields of a rule besides its sizes and its algorithm; what is left out is 0.
inline constexpr std::array<std::pair<std::string_view, std::int64_t TunedChoice::*>, 3>
    kJsonValues = {{
        {"seg_size", &TunedChoice::segment},
        {"faninout", &TunedChoice::fanout},
        {"reqs", &TunedChoice::requests},
    }};

/// "any", "one-per-node", "single-node".
std::string_view ToText(Distribution distribution);

/// Throws ProfileError, with the line of what is no JSON or else the place in words, for what Open
/// MPI refuses or takes for something else without a word to the user. What it skips is in the
/// notes.
TunedRead ReadJsonRules(std::string_view text, const std::string& file, OpenMpi release);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_JSON_TEXT_H_
