// Open MPI's rule files in JSON, as Open MPI 6 reads them.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_JSON_TEXT_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_JSON_TEXT_H_

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "profiles/exporters/openmpi/openmpi_rule_table.h"

namespace colltune {

/// Fields of a rule other than its sizes and its algorithm; a missing field is 0.
inline constexpr std::array<std::pair<std::string_view, std::int64_t TunedChoice::*>, 3>
    kJsonValues = {{
        {"seg_size", &TunedChoice::segment},
        {"faninout", &TunedChoice::fanout},
        {"reqs", &TunedChoice::requests},
    }};

/// Returns "any", "one-per-node" or "single-node".
std::string_view ToText(Distribution distribution);

/// Reads a rule file. Throws ProfileError for text that Open MPI refuses, or misreads without a
/// word to the user. The error names the line of text that is no JSON, or else the place in words.
/// Notes name the parts that Open MPI skips.
TunedRead ReadJsonRules(std::string_view text, const std::string& file, OpenMpi release);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_JSON_TEXT_H_
