#include "tuner/text/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

#include "profiles/split.h"

namespace colltune::tune {
namespace {

template <typename T>
std::vector<T> SortedOnce(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void AppendSizes(std::string_view text, std::vector<Bytes>& sizes) {
  const std::vector<std::string_view> parts = Split(text, ':');
  if (parts.size() == 1) {
    sizes.push_back(ParseBytes(text));
    return;
  }
  if (parts.size() != 3 || !parts[2].starts_with('x')) {
    throw std::invalid_argument(
        fmt::format("sizes '{}' are neither one size nor FIRST:LAST:xFACTOR, as in 8:4M:x2", text));
  }
  const Bytes first = ParseBytes(parts[0]);
  const Bytes last = ParseBytes(parts[1]);
  constexpr std::int64_t kMostFactor = 1024;
  const std::int64_t factor =
      ParseInteger(parts[2].substr(1), 2, kMostFactor, fmt::format("factor in '{}'", text));
  if (first.count == 0 || last < first) {
    throw std::invalid_argument(
        fmt::format("sizes '{}': the first must be above 0 and not above the last", text));
  }
  sizes.push_back(first);
  // Divides, since the largest sizes times a factor exceed the range of an integer.
  while (sizes.back().count <= last.count / factor) sizes.push_back(factor * sizes.back());
}

}  // namespace

std::vector<std::string_view> ParseList(std::string_view text) {
  std::vector<std::string_view> parts = Split(text, ',');
  if (std::ranges::find(parts, std::string_view()) != parts.end()) {
    throw std::invalid_argument(fmt::format("list '{}' has an empty part", text));
  }
  return parts;
}

std::vector<int> ParseRanks(std::string_view text, int most) {
  constexpr int kMostInRange = 10'000;
  std::vector<int> ranks;
  for (const std::string_view part : ParseList(text)) {
    const std::vector<std::string_view> ends = Split(part, ':');
    const auto first = static_cast<int>(ParseInteger(ends.front(), 2, most, "number of ranks"));
    const auto last = static_cast<int>(ParseInteger(ends.back(), 2, most, "number of ranks"));
    if (ends.size() > 2 || last < first || last - first >= kMostInRange) {
      throw std::invalid_argument(fmt::format(
          "ranks '{}' are neither one number nor FIRST:LAST, as in 2:16, and at most {} numbers",
          part, kMostInRange));
    }
    for (int number = first; number <= last; ++number) ranks.push_back(number);
  }
  return SortedOnce(std::move(ranks));
}

std::vector<Bytes> ParseSizes(std::string_view text, Bytes most) {
  std::vector<Bytes> sizes;
  for (const std::string_view part : ParseList(text)) AppendSizes(part, sizes);
  sizes = SortedOnce(std::move(sizes));
  if (sizes.back() > most) {
    throw std::invalid_argument(fmt::format("size {} is above the largest that is measured, {}",
                                            ToText(sizes.back()), ToText(most)));
  }
  return sizes;
}

std::pair<int, int> ParseRepetitions(std::string_view text) {
  constexpr int kMost = 1000000;
  const std::vector<std::string_view> parts = Split(text, ':');
  if (parts.size() > 2) {
    throw std::invalid_argument(
        fmt::format("repetitions '{}' are not LEAST:MOST, as in 10:1000", text));
  }
  const auto least = static_cast<int>(ParseInteger(parts.front(), 1, kMost, "repetitions"));
  const auto most = static_cast<int>(ParseInteger(parts.back(), least, kMost, "repetitions"));
  return {least, most};
}

Seconds ParseDuration(std::string_view text) {
  constexpr std::array<std::pair<char, int>, 3> kUnits = {{{'s', 1}, {'m', 60}, {'h', 3600}}};
  std::string_view number = text;
  int unit = 1;
  for (const auto& [letter, seconds] : kUnits) {
    if (!text.ends_with(letter)) continue;
    unit = seconds;
    number.remove_suffix(1);
  }
  constexpr std::int64_t kMost = 1000000;
  return Seconds(
      static_cast<double>(unit * ParseInteger(number, 1, kMost, fmt::format("time '{}'", text))));
}

std::optional<Seconds> ParseBudget(std::string_view text) {
  return text == "0" ? std::nullopt : std::optional(ParseDuration(text));
}

double ParseShare(const std::string& text) {
  char* end = nullptr;
  const double share = std::strtod(text.c_str(), &end);
  if (!text.empty() && end == text.c_str() + text.size() && share >= 0 && share <= 1) return share;
  throw std::invalid_argument(fmt::format("'{}' is not a share from 0 to 1, such as 0.01", text));
}

}  // namespace colltune::tune
