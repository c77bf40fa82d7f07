// The parts of a text.
#ifndef COLLTUNE_PROFILES_SPLIT_H_
#define COLLTUNE_PROFILES_SPLIT_H_

#include <string_view>
#include <vector>

namespace colltune {

/// Returns the parts between the separators, which may be empty; one part for an empty text.
inline std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_SPLIT_H_
