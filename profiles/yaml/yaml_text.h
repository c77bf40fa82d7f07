// Spelling of texts and numbers in a profile.
#ifndef COLLTUNE_PROFILES_YAML_YAML_TEXT_H_
#define COLLTUNE_PROFILES_YAML_YAML_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace colltune {

/// Returns the shortest decimal text of value * 10^shift that FromDecimal(text, shift) reads as
/// exactly `value`. The point is moved in the text, not in the number: seconds that are written as
/// microseconds (shift 6) and read back are the same seconds to the last bit, which 1e6 * value
/// would not give. Requires a finite value.
std::string ToDecimal(double value, int shift = 0);

/// Returns the number nearest to text * 10^-shift, or nothing when the text is not wholly a decimal
/// number or is too large or too small for a double.
std::optional<double> FromDecimal(std::string_view text, int shift = 0);

/// Returns the text in double quotes, on one line, with escapes where needed. Bytes that are not
/// UTF-8 cannot stand in YAML and become '?'.
std::string Quoted(std::string_view text);

bool IsUtf8(std::string_view text);

/// Returns the position of the first byte that a profile may not contain as it is: not UTF-8, or a
/// control character other than tab and line ends; npos if there is none.
std::size_t FindUnprintable(std::string_view text);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_YAML_TEXT_H_
