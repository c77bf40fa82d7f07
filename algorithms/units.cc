#include "algorithms/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <stdexcept>

namespace colltune {
namespace {

struct Suffix {
  char letter;
  std::int64_t factor;
};

// Largest first, as ToText takes the first that divides.
constexpr std::array<Suffix, 3> kSuffixes = {
    {{'G', 1LL << 30}, {'M', 1LL << 20}, {'K', 1LL << 10}}};

constexpr std::int64_t kMostBytes = 1LL << 62;

}  // namespace

std::int64_t ParseInteger(std::string_view text, std::int64_t least, std::int64_t most,
                          std::string_view what) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < least ||
      value > most) {
    throw std::invalid_argument(
        fmt::format("{} '{}' is not a whole number from {} to {}", what, text, least, most));
  }
  return value;
}

Bytes ParseBytes(std::string_view text) {
  std::int64_t factor = 1;
  std::string_view digits = text;
  for (const Suffix& suffix : kSuffixes) {
    if (!text.empty() && text.back() == suffix.letter) {
      factor = suffix.factor;
      digits.remove_suffix(1);
      break;
    }
  }
  try {
    return factor * Bytes{ParseInteger(digits, 0, kMostBytes / factor, "size")};
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(fmt::format(
        "size '{}' is not a whole number of bytes, with K, M or G for powers of 1024", text));
  }
}

std::string ToText(Bytes bytes) {
  for (const Suffix& suffix : kSuffixes) {
    if (bytes.count != 0 && bytes.count % suffix.factor == 0) {
      return fmt::format("{}{}", bytes.count / suffix.factor, suffix.letter);
    }
  }
  return std::to_string(bytes.count);
}

}  // namespace colltune
