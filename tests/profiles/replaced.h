// Texts with a part replaced, for tests of what readers refuse.
#ifndef COLLTUNE_TESTS_PROFILES_REPLACED_H_
#define COLLTUNE_TESTS_PROFILES_REPLACED_H_

#include <gtest/gtest.h>

#include <string>

namespace colltune {

/// Returns `text` with the first `from`, which it must have, replaced.
inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_REPLACED_H_
