#include "tests/cluster/quantity.h"

#include <fmt/format.h>

#include <charconv>
#include <span>
#include <string>

namespace colltune::cluster {
namespace {

struct Unit {
  std::string_view name;
  double size;
};

constexpr Unit kTimes[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
constexpr Unit kRates[] = {{"kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}};

/// Reads a number with one of the units, from `least` to `most`.
double ToQuantity(const YamlValue& value, std::string_view what, std::span<const Unit> units,
                  double least, double most, std::string_view wanted) {
  const std::string& text = ToText(value, what);
  const char* const end = text.data() + text.size();
  double number = 0;
  const auto [unit_begin, error] = std::from_chars(text.data(), end, number);
  for (const Unit& unit : units) {
    if (error != std::errc() || std::string_view(unit_begin, end) != unit.name) continue;
    const double quantity = number * unit.size;
    if (quantity >= least && quantity <= most) return quantity;
  }
  throw YamlError(value.line, fmt::format("{} is '{}', not {}", what, text, wanted));
}

}  // namespace

Nanoseconds ToTime(const YamlValue& value, std::string_view what) {
  constexpr double kMost = 10e9;
  const double time = ToQuantity(value, what, kTimes, 0, kMost,
                                 "a time of up to 10 s with its unit: ns, us, ms or s");
  return Nanoseconds(static_cast<Nanoseconds::rep>(time));
}

Rate ToRate(const YamlValue& value, std::string_view what) {
  return ToQuantity(value, what, kRates, 1e3, 1e12,
                    "a rate from 1kbit to 1000Gbit (a second) with its unit: kbit, Mbit or Gbit");
}

}  // namespace colltune::cluster
