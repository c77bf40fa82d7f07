// profiles/profile.schema.json, as another library reads it, accepts the same profiles as the
// reader.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "profiles/yaml/yaml.h"
#include "tests/profiles/any_profile.h"
#include "tests/profiles/bad_profiles.h"

namespace colltune {
namespace {

using nlohmann::json;

/// A plain scalar after YAML 1.2, 10.3.2, the core schema. JSON has no .inf and .nan; they stay
/// texts.
json PlainToJson(const std::string& text) {
  static const std::regex kDecimal(R"(-?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?)");
  if (text == "true" || text == "false") return text == "true";
  if (!std::regex_match(text, kDecimal)) return text;
  std::int64_t integer = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (error == std::errc() && end == text.data() + text.size()) return integer;
  // JSON's numbers have no bounds, but valijson takes no infinity for a number (since 1.0.3).
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(std::strtod(text.c_str(), nullptr), -kMost, kMost);
}

json ToJson(const YAML::Node& node) {
  if (node.IsNull()) return nullptr;
  if (node.IsScalar()) return node.Tag() == "!" ? json(node.Scalar()) : PlainToJson(node.Scalar());
  json result = node.IsMap() ? json::object() : json::array();
  for (const auto& item : node) {
    if (node.IsMap()) {
      result[item.first.Scalar()] = ToJson(item.second);
    } else {
      result.push_back(ToJson(item));
    }
  }
  return result;
}

std::string Read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

json SchemaText() { return json::parse(Read("profiles/profile.schema.json")); }

std::unique_ptr<const valijson::Schema> ParseSchema() {
  const json text = SchemaText();
  auto schema = std::make_unique<valijson::Schema>();
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *schema);
  return schema;
}

/// Returns where and why the schema refuses the profile; empty if it accepts it.
std::string Refusal(const std::string& yaml) {
  static const auto schema = ParseSchema();
  const json profile = ToJson(YAML::Load(yaml));
  // Strong types: no text is taken for the number that it looks like.
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  if (validator.validate(*schema, valijson::adapters::NlohmannJsonAdapter(profile), &results)) {
    return {};
  }
  std::string refusal = "refused:";
  for (const auto& error : results) {
    for (const std::string& key : error.context) refusal += key;
    refusal += " " + error.description + "\n";
  }
  return refusal;
}

TEST(Schema, KnowsAllCollectives) {
  const json tables = SchemaText()["properties"]["tables"]["properties"];
  EXPECT_EQ(tables.size(), kCollectiveNames.size());
  for (const std::string_view name : kCollectiveNames) {
    EXPECT_TRUE(tables.contains(std::string(name))) << name;
  }
}

TEST(Schema, FitsProfilesWrittenByHand) {
  EXPECT_EQ(Refusal(GoodProfile()), "");
  EXPECT_EQ(Refusal(Read("tests/tuner/profile.yaml")), "");
}

TEST(Schema, RefusesWhatItCanExpress) {
  for (const BadProfile& profile : BadShapes()) {
    EXPECT_NE(Refusal(profile.Text()), "") << profile.replace << " -> " << profile.by;
  }
}

// If one of these fails, the schema has learnt to express the fault: move the case to BadShapes().
TEST(Schema, CannotSayHowValuesDependOnEachOther) {
  for (const BadProfile& profile : BadMeanings()) {
    EXPECT_EQ(Refusal(profile.Text()), "") << profile.replace << " -> " << profile.by;
  }
}

RC_GTEST_PROP(Schema, FitsEveryProfile, ()) {
  const std::string text = ToYaml(AnyProfile());
  RC_LOG() << text;
  RC_ASSERT(Refusal(text) == "");
}

}  // namespace
}  // namespace colltune
