// A YAML text as a tree in which every value knows its line, and the checks that readers of the
// tree need. Only yaml_parser.cc knows YAML's grammar.
#ifndef COLLTUNE_PROFILES_YAML_YAML_VALUE_H_
#define COLLTUNE_PROFILES_YAML_YAML_VALUE_H_

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace colltune {

/// A fault and its line, counted from 1; line 0 is the text as a whole.
class YamlError : public std::runtime_error {
 public:
  YamlError(int line, const std::string& reason) : std::runtime_error(reason), line_(line) {}

  int line() const { return line_; }

 private:
  int line_;
};

struct YamlValue {
  enum class Kind : unsigned char { kNull, kPlain, kQuoted, kSequence, kMapping };

  int line = 0;
  Kind kind = Kind::kNull;
  std::string text;              ///< of a plain or quoted scalar
  std::vector<YamlValue> items;  ///< of a sequence; of a mapping key, value, key, value ...
};

/// Returns the only document of the text. Throws YamlError
/// - for text that is not YAML;
/// - for content that no profile has, above all content that makes a short text large or deep: more
///   than 64 MiB, nesting deeper than 16, anchors, aliases and tags;
/// - for keys that are no scalars or stand twice in a mapping.
YamlValue ParseYaml(const std::string& text);

// Each of these throws YamlError, with `what` as the value's name, for a value of another type or
// out of bounds.
std::int64_t ToInteger(const YamlValue& value, std::string_view what, std::int64_t least,
                       std::int64_t most);
/// Returns the value times 10^-shift; the bounds apply after that.
double ToNumber(const YamlValue& value, std::string_view what,
                double least = -std::numeric_limits<double>::infinity(),
                double most = std::numeric_limits<double>::infinity(), int shift = 0);
const std::string& ToText(const YamlValue& value, std::string_view what);
const std::vector<YamlValue>& ToList(const YamlValue& value, std::string_view what);

/// A mapping with known keys. Refers to the value that it was made from.
class Fields {
 public:
  /// Throws YamlError when the value is not a mapping, or has a key that is not among `known`.
  Fields(const YamlValue& value, std::string_view what, std::vector<std::string_view> known);

  /// Returns nullptr when there is no such key.
  const YamlValue* Find(std::string_view key) const;
  /// Returns the value of a key. Throws YamlError when there is no such key.
  const YamlValue& Get(std::string_view key) const;

 private:
  const YamlValue& value_;
  std::string what_;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_YAML_VALUE_H_
