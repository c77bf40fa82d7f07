// Conversion of texts from outside (names, paths, contents of files) for a terminal, and the UTF-8
// decoding that all escapes need.
#ifndef COLLTUNE_ALGORITHMS_PRINTABLE_H_
#define COLLTUNE_ALGORITHMS_PRINTABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace colltune {

struct Utf8Character {
  std::size_t length = 0;  ///< in bytes; 0: the text begins with no character
  std::uint32_t code = 0;

  explicit operator bool() const { return length > 0; }
};

/// The character that a text begins with (RFC 3629: shortest form, no surrogates, at most
/// U+10FFFF). Requires a text that is not empty.
Utf8Character FirstCharacter(std::string_view text);

/// Whether a character shows itself and changes nothing else. Not printable are:
/// - control characters (ASCII's, and U+0080 to U+009F);
/// - ends of a line or paragraph;
/// - characters that turn the direction of the text around them (Unicode Standard Annex 9, section
///   2);
/// - the byte order mark;
/// - codes that Unicode has for no character.
bool IsPrintable(std::uint32_t code);

/// Returns the text for one line of a terminal: printable characters as they are, others as C
/// escapes them: \n, \x1b, \u202e. Bytes that are not UTF-8 become \xff. A second application
/// changes nothing.
std::string Printable(std::string_view text);

/// Returns a printable text of several lines; ends of lines stay.
std::string PrintableLines(std::string_view text);

/// Escapes characters of a JSON text that are not printable, which only strings hold. Requires
/// UTF-8.
std::string EscapeJson(std::string_view json);

/// Returns a value of nlohmann's library on one line. In strings, each byte that is not UTF-8
/// becomes U+FFFD.
template <typename Json>
std::string JsonText(const Json& value) {
  constexpr int kOneLine = -1;
  return EscapeJson(
      value.dump(kOneLine, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace));
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PRINTABLE_H_
