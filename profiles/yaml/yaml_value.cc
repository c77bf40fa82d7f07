#include "profiles/yaml/yaml_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "algorithms/units.h"
#include "profiles/yaml/yaml_text.h"

namespace colltune {
namespace {

using Kind = YamlValue::Kind;

/// Describes the kind of a value for an error message.
std::string Describe(const YamlValue& value) {
  switch (value.kind) {
    case Kind::kNull:
      return "empty";
    case Kind::kPlain:
      return "'" + value.text + "'";
    case Kind::kQuoted:
      return "the text \"" + value.text + "\"";
    case Kind::kSequence:
      return "a list";
    case Kind::kMapping:
      return "a mapping";
  }
  return {};
}

[[noreturn]] void FailType(const YamlValue& value, std::string_view what, std::string_view wanted) {
  throw YamlError(value.line, fmt::format("{} is {}, not {}", what, Describe(value), wanted));
}

}  // namespace

std::int64_t ToInteger(const YamlValue& value, std::string_view what, std::int64_t least,
                       std::int64_t most) {
  try {
    if (value.kind == Kind::kPlain) return ParseInteger(value.text, least, most, what);
  } catch (const std::invalid_argument&) {
    // Said below, in the same words as for a value of another kind.
  }
  FailType(value, what, fmt::format("a whole number from {} to {}", least, most));
}

double ToNumber(const YamlValue& value, std::string_view what, double least, double most,
                int shift) {
  if (value.kind == Kind::kPlain) {
    const std::optional<double> number = FromDecimal(value.text, shift);
    if (number && *number >= least && *number <= most) return *number;
  }
  std::string wanted = "a finite number";
  if (std::isfinite(most)) {
    wanted += fmt::format(" from {} to {}", least, most);
  } else if (std::isfinite(least)) {
    wanted += fmt::format(" of at least {}", least);
  }
  FailType(value, what, wanted);
}

const std::string& ToText(const YamlValue& value, std::string_view what) {
  if (value.kind != Kind::kPlain && value.kind != Kind::kQuoted) FailType(value, what, "a text");
  return value.text;
}

const std::vector<YamlValue>& ToList(const YamlValue& value, std::string_view what) {
  if (value.kind != Kind::kSequence) FailType(value, what, "a list");
  return value.items;
}

Fields::Fields(const YamlValue& value, std::string_view what, std::vector<std::string_view> known)
    : value_(value), what_(what) {
  if (value.kind != Kind::kMapping) FailType(value, what, "a mapping");
  for (std::size_t i = 0; i < value.items.size(); i += 2) {
    const YamlValue& key = value.items[i];
    if (std::ranges::find(known, key.text) != known.end()) continue;
    throw YamlError(key.line, fmt::format("unknown key '{}' in {}; known are {}", key.text, what,
                                          fmt::join(known, ", ")));
  }
}

const YamlValue* Fields::Find(std::string_view key) const {
  for (std::size_t i = 0; i < value_.items.size(); i += 2) {
    if (value_.items[i].text == key) return &value_.items[i + 1];
  }
  return nullptr;
}

const YamlValue& Fields::Get(std::string_view key) const {
  const YamlValue* found = Find(key);
  if (found == nullptr) throw YamlError(value_.line, fmt::format("{} has no '{}'", what_, key));
  return *found;
}

}  // namespace colltune
