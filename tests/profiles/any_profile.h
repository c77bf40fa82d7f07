// Arbitrary valid profiles, for RapidCheck's properties. To be called within one only.
#ifndef COLLTUNE_TESTS_PROFILES_ANY_PROFILE_H_
#define COLLTUNE_TESTS_PROFILES_ANY_PROFILE_H_

#include <string>

#include "profiles/profile.h"

namespace colltune {

/// Any text that is UTF-8, with what YAML, terminals and editors treat in ways of their own.
std::string AnyText();

/// The same, but never empty.
std::string AnyName();

/// Rows of few ranks, or of as many as there can be, with sizes up to 59 bytes and of 2^62, of some
/// collectives.
DecisionTable AnyTable();

/// Of some kinds, of which each has a host.
Machine AnyMachine();

Profile AnyProfile();

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_ANY_PROFILE_H_
