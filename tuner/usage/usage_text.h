// Calls of an application as text, for people and for programs.
#ifndef COLLTUNE_TUNER_USAGE_USAGE_TEXT_H_
#define COLLTUNE_TUNER_USAGE_USAGE_TEXT_H_

#include <span>
#include <string>

#include "tuner/usage/usage.h"

namespace colltune::tune {

/// Returns a header line and a line for each usage.
std::string UsageCsv(const UsageSummary& summary);

/// Returns the jobs, their communicators, and a table of usages. Usages that take more than
/// `factor` times the expected time are marked.
std::string UsageText(const UsageSummary& summary, double factor);

/// Returns up to three lines:
/// - where an expected time is known, whether the profile fits;
/// - the share of time without a rule, if any;
/// - where the profile does not fit or lacks a rule, `anew`, the command that tunes for these
///   calls.
std::string VerdictText(const UsageSummary& summary, double factor, const std::string& anew);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_USAGE_TEXT_H_
