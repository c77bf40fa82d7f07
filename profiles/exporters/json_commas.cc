#include "profiles/exporters/json_commas.h"

#include <algorithm>

namespace colltune {
namespace {

/// Returns the end of the blank or comment that begins at `at`; `at` if none begins there.
std::size_t EndOfBlank(std::string_view text, std::size_t at) {
  constexpr std::string_view kBlanks = " \t\r\n";
  if (kBlanks.find(text[at]) != kBlanks.npos) return at + 1;
  const bool is_long = text.substr(at).starts_with("/*");
  if (!is_long && !text.substr(at).starts_with("//")) return at;
  const std::size_t end = text.find(is_long ? "*/" : "\n", at + 2);
  return end == text.npos ? text.size() : end + (is_long ? 2 : 1);
}

/// Returns the end of the string that begins at `at`.
std::size_t EndOfString(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

}  // namespace

std::string WithoutLastCommas(std::string_view text) {
  std::string without(text);
  std::size_t comma = without.npos;  // after a value, and the last thing that was read
  char before = '{';                 // the last thing that was read
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = EndOfBlank(text, at); end > at) {
      at = end;
      continue;
    }
    const char c = text[at];
    if ((c == ']' || c == '}') && comma != without.npos) without[comma] = ' ';
    const bool is_after_value = before != '{' && before != '[' && before != ',';
    comma = c == ',' && is_after_value ? at : without.npos;
    before = c;
    at = c == '"' ? EndOfString(text, at) : at + 1;
  }
  return without;
}

}  // namespace colltune
