#include "profiles/yaml/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "algorithms/printable.h"

namespace colltune {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Returns a character as it stands between double quotes. YAML allows some characters only as
/// escapes (YAML 1.2.2, 5.1); here all that are not printable are escaped.
std::string Escaped(std::string_view bytes, std::uint32_t code) {
  if (code == '"' || code == '\\') return {'\\', bytes.front()};
  if (IsPrintable(code)) return std::string(bytes);
  if (code < 0x100) return fmt::format("\\x{:02x}", code);
  return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

/// Reads the exponent of a decimal number, the text after its e: digits with or without a sign.
std::optional<int> ToExponent(std::string_view digits) {
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  // Far beyond what a double can have, and far from overflow.
  return std::clamp(exponent, -10000, 10000);
}

}  // namespace

std::string ToDecimal(double value, int shift) {
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  const std::size_t e = text.find('e');
  const bool negative = text.front() == '-';
  std::string digits(text.substr(negative, e - negative));
  std::erase(digits, '.');
  // The value is d.ddd * 10^exponent.
  const int exponent = *ToExponent(text.substr(e + 1)) + (value == 0 ? 0 : shift);
  const int last = static_cast<int>(digits.size()) - 1;
  if (exponent < -5 || exponent > 15) {
    // Adds a point and a sign, without which some readers of YAML 1.1 see a text.
    digits = fmt::format("{}.{}e{:+03}", digits[0], last == 0 ? "0" : digits.substr(1), exponent);
  } else if (exponent < 0) {
    digits = "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  } else if (exponent < last) {
    digits.insert(static_cast<std::size_t>(exponent) + 1, ".");
  } else {
    digits.append(static_cast<std::size_t>(exponent - last), '0');
  }
  return (negative ? "-" : "") + digits;
}

std::optional<double> FromDecimal(std::string_view text, int shift) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::optional<int> exponent = e < text.size() ? ToExponent(text.substr(e + 1)) : 0;
  if (!exponent) return std::nullopt;
  const std::string shifted = fmt::format("{}e{}", text.substr(0, e), *exponent - shift);
  double value = 0;
  const auto [end, error] = std::from_chars(shifted.data(), shifted.data() + shifted.size(), value);
  if (error != std::errc() || end != shifted.data() + shifted.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const auto [length, code] = FirstCharacter(text);
    quoted += length == 0 ? "?" : Escaped(text.substr(0, length), code);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character character = FirstCharacter(text);
    if (!character) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

std::size_t FindUnprintable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = FirstCharacter(text.substr(at)).length;
    const char c = text[at];
    if (length == 0 || (IsControl(c) && c != '\t' && c != '\n' && c != '\r')) return at;
    at += length;
  }
  return std::string_view::npos;
}

}  // namespace colltune
