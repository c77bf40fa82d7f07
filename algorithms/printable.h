// Texts from outside (names, paths, what files hold) on a terminal, and the UTF-8 that all escapes
// are made of.
#ifndef COLLTUNE_ALGORITHMS_PRINTABLE_H_
#define COLLTUNE_ALGORITHMS_PRINTABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace colltune {

struct Utf8Character {
  std::size_t length = 0;  ///< in bytes; 0: the text begins with none
  std::uint32_t code = 0;

  explicit operator bool() const { return length > 0; }
};

/// The character that a text begins with (RFC 3629: shortest form, no surrogates, at most
/// U+10FFFF). Requires a text that is not empty.
Utf8Character FirstCharacter(std::string_view text);

/// Whether a character shows itself and changes nothing else: no control character (ASCII's, or
/// U+0080 to U+009F), no end of a line or paragraph, nothing that turns the direction of the text
/// around it (Unicode Standard Annex 9, section 2), no byte order mark, and no code that Unicode
/// has for no character.
bool IsPrintable(std::uint32_t code);

/// The text for one line of a terminal: printable characters as they are, others as C escapes them:
/// \n, \x1b, \u202e; bytes that are not UTF-8 as \xff. Applied again it changes nothing.
std::string Printable(std::string_view text);

/// The same for a text of several lines of our own, whose ends stay.
std::string PrintableLines(std::string_view text);

/// JSON in which what is not printable, as only strings hold it, is escaped. Requires UTF-8.
std::string EscapeJson(std::string_view json);

/// A value of nlohmann's on one line. Strings that are not UTF-8 have U+FFFD for each wrong byte.
template <typename Json>
std::string JsonText(const Json& value) {
  constexpr int kOneLine = -1;
  return EscapeJson(
      value.dump(kOneLine, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace));
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PRINTABLE_H_
