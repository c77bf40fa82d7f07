#include "algorithms/choice_id.h"

#include <map>
#include <mutex>

namespace colltune {

const std::string_view* ChoiceId::Intern(std::string_view text) {
  if (text.empty()) return &kNoText;
  if (text == kLibraryText) return &kLibraryText;
  // Never destroyed: objects with static lifetime may still have ids at the program's end.
  static std::mutex& mutex = *new std::mutex;
  static auto& texts = *new std::map<std::string, std::string_view, std::less<>>;
  const std::lock_guard lock(mutex);
  auto found = texts.find(text);
  if (found == texts.end()) {
    found = texts.emplace(text, "").first;
    found->second = found->first;
  }
  return &found->second;
}

}  // namespace colltune
