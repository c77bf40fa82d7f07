// Profiles with one fault each, and how they are refused.
#ifndef COLLTUNE_TESTS_PROFILES_BAD_PROFILES_H_
#define COLLTUNE_TESTS_PROFILES_BAD_PROFILES_H_

#include <string>
#include <vector>

namespace colltune {

/// A good profile with one text in it replaced.
struct BadProfile {
  std::string replace;
  std::string by;
  std::string error;  ///< begins with "LINE:"

  std::string Text() const;
};

std::string GoodProfile();

/// What is no YAML, or uses of it what no profile does.
const std::vector<BadProfile>& BadTexts();
/// What profiles/profile.schema.json refuses.
const std::vector<BadProfile>& BadShapes();
/// What a schema cannot say: values that contradict each other, names that must be known, numbers
/// that no double can hold.
const std::vector<BadProfile>& BadMeanings();

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_BAD_PROFILES_H_
