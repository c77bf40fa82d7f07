// Arbitrary valid profiles for RapidCheck's properties. Call these functions only within a
// property.
#ifndef COLLTUNE_TESTS_PROFILES_ANY_PROFILE_H_
#define COLLTUNE_TESTS_PROFILES_ANY_PROFILE_H_

#include <string>
#include <vector>

#include "profiles/profile.h"

namespace colltune {

/// Any UTF-8 text, with characters that YAML, terminals and editors treat in special ways.
std::string AnyText();

/// Like AnyText, but never empty.
std::string AnyName();

/// Regions without gaps or overlaps that are the communicators of a hull, which begins at 1.
std::vector<Region> AnyTiling(const Hull& hull);

/// Rows of some collectives: regions that cover a hull; or single layouts, for few ranks or as many
/// as possible, with sizes up to 59 bytes and of 2^62.
DecisionTable AnyTable();

/// A machine of some kinds of hosts, with a host of each kind.
Machine AnyMachine();

Profile AnyProfile();

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_ANY_PROFILE_H_
