#include "algorithms/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace colltune {
namespace {

struct Codes {
  std::uint32_t first;
  std::uint32_t last;
};

/// Sorted.
constexpr std::array<Codes, 8> kUnprintable = {{
    {0x00, 0x1f},
    {0x7f, 0x9f},
    {0x61c, 0x61c},    // ARABIC LETTER MARK
    {0x200e, 0x200f},  // LEFT-TO-RIGHT and RIGHT-TO-LEFT MARK
    {0x2028, 0x202e},  // LINE and PARAGRAPH SEPARATOR; embeddings and overrides
    {0x2066, 0x2069},  // isolates
    {0xfdd0, 0xfdef},  // no characters
    {0xfeff, 0xfeff},  // the byte order mark
}};

std::string Escaped(std::string_view bytes, const Utf8Character& character) {
  if (!character) return fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
  switch (character.code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  // Writes \x below 0x80 only: \x80 is a byte.
  if (character.code < 0x80) return fmt::format("\\x{:02x}", character.code);
  return character.code < 0x10000 ? fmt::format("\\u{:04x}", character.code)
                                  : fmt::format("\\U{:08x}", character.code);
}

std::string EscapedInJson(std::uint32_t code) {
  constexpr std::uint32_t kSupplement = 0x10000;
  if (code < kSupplement) return fmt::format("\\u{:04x}", code);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((code - kSupplement) >> 10),
                     0xdc00 + ((code - kSupplement) & 0x3ff));
}

/// Returns the text with `replace` of each character that is not printable and of each wrong byte.
template <typename Replace>
std::string Replaced(std::string_view text, Replace replace) {
  std::string replaced;
  while (!text.empty()) {
    const Utf8Character character = FirstCharacter(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(1, character.length));
    if (character && IsPrintable(character.code)) {
      replaced += bytes;
    } else {
      replaced += replace(bytes, character);
    }
    text.remove_prefix(bytes.size());
  }
  return replaced;
}

}  // namespace

Utf8Character FirstCharacter(std::string_view text) {
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
  if (form == kForms.end() || text.size() < length) return {};
  std::uint32_t code = lead & static_cast<unsigned char>(~form->mask);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return {};
    code = code << 6 | (next & 0x3f);
  }
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < form->least || is_surrogate || code > 0x10ffff) return {};
  return {length, code};
}

bool IsPrintable(std::uint32_t code) {
  constexpr std::uint32_t kLastTwoOfPlane = 0xfffe;
  if ((code & kLastTwoOfPlane) == kLastTwoOfPlane) return false;
  return std::ranges::none_of(kUnprintable, [code](const Codes& codes) {
    return codes.first <= code && code <= codes.last;
  });
}

std::string Printable(std::string_view text) { return Replaced(text, Escaped); }

std::string PrintableLines(std::string_view text) {
  return Replaced(text, [](std::string_view bytes, const Utf8Character& character) {
    return bytes == "\n" ? "\n" : Escaped(bytes, character);
  });
}

std::string EscapeJson(std::string_view json) {
  return Replaced(json, [](std::string_view bytes, const Utf8Character& character) {
    return bytes == "\n" || !character ? std::string(bytes) : EscapedInJson(character.code);
  });
}

}  // namespace colltune
