// Profiles as YAML text; profiles/FORMAT.md describes it.
//
// Numbers are written so that they read back as exactly the same numbers, and texts that are
// UTF-8 as the same texts: for a valid profile ParseProfile(ToYaml(p)) == p.
#ifndef COLLTUNE_PROFILES_YAML_YAML_H_
#define COLLTUNE_PROFILES_YAML_YAML_H_

#include <string>

#include "profiles/profile.h"

namespace colltune {

/// The value of the key `colltune_profile`.
inline constexpr int kProfileVersion = 2;

/// Returns the text of a profile, one line for each candidate, in an order that depends on the
/// profile only. Requires a table that keeps the promises of DecisionTable.
std::string ToYaml(const Profile& profile);

/// Returns the profile that the text describes; `file` names it in errors. All of the text is
/// checked, also against the registry of algorithms. Rows, rules and evidence are sorted, whatever
/// their order in the text. Throws ProfileError, with the line, for the first fault found.
Profile ParseProfile(const std::string& text, const std::string& file);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_YAML_H_
