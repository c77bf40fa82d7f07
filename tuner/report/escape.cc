#include "tuner/report/escape.h"

#include <algorithm>
#include <array>

namespace colltune {
namespace {

struct Entity {
  char character;
  std::string_view text;
};

constexpr std::array<Entity, 5> kEntities = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};

/// In UTF-8: U+202A to U+202E and U+2066 to U+2069 (Unicode Standard Annex 9, section 2), and
/// U+FFFE and U+FFFF, which XML refuses.
constexpr std::array<std::string_view, 11> kRefused = {
    "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
    "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9", "\xef\xbf\xbe", "\xef\xbf\xbf"};

/// How many bytes at the begin of the text markup cannot have.
std::size_t RefusedBytes(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < ' ') return first == '\n' ? 0 : 1;
  if (first == 0x7f) return 1;
  // U+0080 to U+009F, the control characters behind ASCII.
  if (first == 0xc2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xa0) return 2;
  const auto* const refused = std::ranges::find_if(
      kRefused, [text](std::string_view bytes) { return text.starts_with(bytes); });
  return refused == kRefused.end() ? 0 : refused->size();
}

}  // namespace

std::string Escape(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const char c = text.front();
    const auto* const entity = std::ranges::find(kEntities, c, &Entity::character);
    const std::size_t refused = RefusedBytes(text);
    if (refused > 0) {
      escaped += '?';
    } else if (entity != kEntities.end()) {
      escaped += entity->text;
    } else {
      escaped += c;
    }
    text.remove_prefix(std::max<std::size_t>(1, refused));
  }
  return escaped;
}

}  // namespace colltune
