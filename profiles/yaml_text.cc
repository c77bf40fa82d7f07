#include "profiles/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace colltune {
namespace {

/// The length of the UTF-8 character that the text begins with (RFC 3629: shortest form, no
/// surrogates, at most U+10FFFF), or 0.
std::size_t Utf8Length(std::string_view text) {
  struct Form {
    unsigned char mask, lead;
    std::uint32_t least;
  };
  constexpr std::array<Form, 4> kForms = {
      {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  const auto lead = static_cast<unsigned char>(text.front());
  const auto* form =
      std::ranges::find_if(kForms, [&](const Form& f) { return (lead & f.mask) == f.lead; });
  const auto length = static_cast<std::size_t>(form - kForms.begin()) + 1;
  if (form == kForms.end() || text.size() < length) return 0;
  std::uint32_t code = lead & static_cast<unsigned char>(~form->mask);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < form->least || surrogate || code > 0x10ffff ? 0 : length;
}

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// A character as it stands between double quotes. YAML has some only as escapes (YAML 1.2.2, 5.1):
/// besides quote and backslash the control characters, of Unicode's second block too, and U+FFFE
/// and U+FFFF.
std::string Escaped(std::string_view character) {
  const char first = character.front();
  const auto last = static_cast<unsigned char>(character.back());
  if (first == '"' || first == '\\') return {'\\', first};
  if (IsControl(first) || (first == '\xc2' && last < 0xa0)) return fmt::format("\\x{:02x}", last);
  if (character == "\ufffe") return "\\ufffe";
  if (character == "\uffff") return "\\uffff";
  return std::string(character);
}

/// What follows the e of a decimal number: digits with or without a sign.
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
    // With a point and a sign, without which some readers of YAML 1.1 see a text.
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
    const std::size_t length = Utf8Length(text);
    quoted += length == 0 ? "?" : Escaped(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::size_t FindUnprintable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = Utf8Length(text.substr(at));
    const char c = text[at];
    if (length == 0 || (IsControl(c) && c != '\t' && c != '\n' && c != '\r')) return at;
    at += length;
  }
  return std::string_view::npos;
}

}  // namespace colltune
