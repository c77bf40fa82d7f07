// Calls of an application as text, for people and for programs.
#ifndef COLLTUNE_TUNER_USAGE_USAGE_TEXT_H_
#define COLLTUNE_TUNER_USAGE_USAGE_TEXT_H_

#include <span>
#include <string>

#include "tuner/usage/usage.h"

namespace colltune::tune {

/// A header line and one for each.
std::string UsageCsv(const UsageSummary& summary);

/// Whose calls they are, and a table of them. Those that take more than `factor` times as long as
/// expected are marked.
std::string UsageText(const UsageSummary& summary, double factor);

/// Whether the profile fits, a line, if that can be said, and what it lacks, another; `anew`: the
/// command that mends it.
std::string VerdictText(const UsageSummary& summary, double factor, const std::string& anew);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_USAGE_TEXT_H_
