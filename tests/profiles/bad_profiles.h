// Profiles with one fault each, and the errors by which they are refused.
#ifndef COLLTUNE_TESTS_PROFILES_BAD_PROFILES_H_
#define COLLTUNE_TESTS_PROFILES_BAD_PROFILES_H_

#include <string>
#include <vector>

namespace colltune {

/// A valid profile with one text in it replaced.
struct BadProfile {
  std::string replace;
  std::string by;
  std::string error;  ///< begins with "LINE:"

  std::string Text() const;
};

std::string GoodProfile();

/// Faults of YAML, and YAML features that no profile uses.
const std::vector<BadProfile>& BadTexts();
/// Faults that profiles/profile.schema.json refuses.
const std::vector<BadProfile>& BadShapes();
/// Faults that a schema cannot express: contradicting values, unknown names, numbers that no double
/// can hold.
const std::vector<BadProfile>& BadMeanings();

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_BAD_PROFILES_H_
