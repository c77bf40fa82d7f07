#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>
#include <utility>

#include "profiles/read_file.h"
#include "profiles/yaml/yaml_text.h"
#include "profiles/yaml/yaml_value.h"

namespace colltune {
namespace {

using Kind = YamlValue::Kind;

// A candidate of a profile is at depth 10. The parser calls itself for each level.
constexpr std::size_t kMostDepth = 16;
// Most brackets that may be open. The content of a bracket might be a key, so the parser looks for
// the end of the bracket before it reports one: 10^6 levels would take 230 MB, and seconds until
// the first is refused. Brackets in texts also count, as only the parser knows texts; no text
// leaves so many open.
constexpr int kMostOpenBrackets = 1000;

constexpr char kTooDeep[] = "is nested too deeply";

int LineOf(const YAML::Mark& mark) { return mark.line + 1; }

/// Builds the tree from the parser's events. The parser's own tree, YAML::Node, would hide
/// duplicate keys and replace aliases by what they stand for.
class Builder : public YAML::EventHandler {
 public:
  YamlValue Take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) throw YamlError(LineOf(mark), "a second document begins here");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    // The mark of a key without value is at the token after it.
    const bool after_key =
        !open_.empty() && open_.back().kind == Kind::kMapping && open_.back().items.size() % 2 == 1;
    CheckPlain(mark, "?", anchor);
    Add({after_key ? open_.back().items.back().line : LineOf(mark), Kind::kNull, {}, {}});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    CheckPlain(mark, "?", anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    CheckPlain(mark, tag, anchor);
    // The parser turns these two escapes into a byte that is no character.
    if (!IsUtf8(text)) throw YamlError(LineOf(mark), R"(write \x85 for \N, and \xa0 for \_)");
    Add({LineOf(mark), tag == "!" ? Kind::kQuoted : Kind::kPlain, text, {}});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(mark, tag, anchor, Kind::kSequence);
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(mark, tag, anchor, Kind::kMapping);
  }
  void OnMapEnd() override {
    CheckKeys(open_.back());
    Close();
  }

 private:
  static void CheckPlain(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      throw YamlError(LineOf(mark), "a profile has no anchors (&) and aliases (*)");
    }
    // The parser's names of a plain and of a quoted value without tag.
    if (tag != "?" && tag != "!" && !tag.empty()) {
      throw YamlError(LineOf(mark), "a profile has no tags (!)");
    }
  }

  static void CheckKeys(const YamlValue& mapping) {
    std::unordered_set<std::string_view> keys;
    for (std::size_t i = 0; i < mapping.items.size(); i += 2) {
      const YamlValue& key = mapping.items[i];
      if (key.kind != Kind::kPlain && key.kind != Kind::kQuoted) {
        throw YamlError(key.line, "a key must be a name");
      }
      if (!keys.insert(key.text).second) {
        throw YamlError(key.line,
                        fmt::format("the key '{}' stands twice in one mapping", key.text));
      }
    }
  }

  void Open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Kind kind) {
    CheckPlain(mark, tag, anchor);
    if (open_.size() == kMostDepth) throw YamlError(LineOf(mark), kTooDeep);
    open_.push_back({LineOf(mark), kind, {}, {}});
  }

  void Close() {
    YamlValue closed = std::move(open_.back());
    open_.pop_back();
    Add(std::move(closed));
  }

  void Add(YamlValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else {
      open_.back().items.push_back(std::move(value));
    }
  }

  int documents_ = 0;
  YamlValue root_;
  std::vector<YamlValue> open_;
};

void CheckBrackets(const std::string& text) {
  int line = 1;
  int open = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '[' || c == '{') ++open;
    if (c == ']' || c == '}') open = std::max(open - 1, 0);
    if (open > kMostOpenBrackets) throw YamlError(line, kTooDeep);
  }
}

void CheckText(const std::string& text) {
  if (text.size() > kMostFileBytes) {
    throw YamlError(0, fmt::format("has {} bytes, more than the {} that a profile may have",
                                   text.size(), kMostFileBytes));
  }
  const std::size_t bad = FindUnprintable(text);
  if (bad == std::string::npos) return;
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  throw YamlError(static_cast<int>(line) + 1,
                  fmt::format("byte {:#04x} is neither printable nor part of UTF-8",
                              static_cast<unsigned char>(text[bad])));
}

}  // namespace

YamlValue ParseYaml(const std::string& text) {
  CheckText(text);
  CheckBrackets(text);
  Builder builder;
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    throw YamlError(LineOf(error.mark), "is not YAML: " + error.msg);
  }
  return builder.Take();
}

}  // namespace colltune
