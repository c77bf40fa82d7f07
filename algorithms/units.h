// The two quantities that colltune handles, as types of their own: a bare number never says
// whether it counts bytes or elements, seconds or microseconds.
#ifndef COLLTUNE_ALGORITHMS_UNITS_H_
#define COLLTUNE_ALGORITHMS_UNITS_H_

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace colltune {

using Seconds = std::chrono::duration<double>;
using Microseconds = std::chrono::duration<double, std::micro>;

/// A number of bytes; never negative in a valid program.
struct Bytes {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(const Bytes&, const Bytes&) = default;
  friend constexpr Bytes operator*(std::int64_t times, Bytes bytes) {
    return Bytes{times * bytes.count};
  }
};

/// "64K" -> 65536: a whole number, with an optional K, M or G (powers of 1024).
/// Throws std::invalid_argument that names the text when it is anything else, negative, or
/// larger than 2^62.
Bytes ParseBytes(std::string_view text);

/// The shortest text that ParseBytes reads back: "8", "64K", "1M", "1025".
std::string ToText(Bytes bytes);

/// Whole decimal number within [least, most].
/// Throws std::invalid_argument that names `what`, the text and the bounds.
std::int64_t ParseInteger(std::string_view text, std::int64_t least, std::int64_t most,
                          std::string_view what);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_UNITS_H_
