// Open MPI's classic rule files, of version 1 and 2, as Open MPI 4.1 and 5.0 read them.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_RULES_TEXT_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_RULES_TEXT_H_

#include <string>
#include <string_view>

#include "profiles/exporters/openmpi/openmpi_rule_table.h"

namespace colltune {

/// Reads a rule file. Throws ProfileError, with the line, for text that Open MPI refuses, or
/// misreads without a word to the user. Notes name the parts that Open MPI skips.
TunedRead ReadRules(std::string_view text, const std::string& file, OpenMpi release);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_RULES_TEXT_H_
