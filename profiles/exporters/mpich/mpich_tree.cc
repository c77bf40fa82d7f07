#include "profiles/exporters/mpich/mpich_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "profiles/exporters/json_commas.h"
#include "profiles/profile.h"

namespace colltune {
namespace {

using Subject = MpichSubject;
using Json = nlohmann::ordered_json;  // the order of keys is the order of questions

constexpr std::size_t kSmallestPage = 4096;  // larger pages are multiples of it
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr int kMostLevels = 20;  // see Nested

struct Operator {
  std::string_view text;
  MpichCondition condition;
  MpichReleases releases = {};
};

// Whole keys; those with kAtMost and kBelow are followed by a number. Where two begin alike the
// longer one comes first.
constexpr std::array kOperators = {
    Operator{"is_multi_threaded=yes", {Subject::kThreads, MpichCondition::kEqual, 1}},
    Operator{"is_multi_threaded=no", {Subject::kThreads, MpichCondition::kEqual, 0}},
    Operator{"comm_type=intra", {Subject::kIntra, MpichCondition::kEqual, 1}},
    Operator{"comm_type=inter", {Subject::kIntra, MpichCondition::kEqual, 0}},
    Operator{"comm_size=pow2", {Subject::kPowerOfTwo, MpichCondition::kEqual, 1}},
    Operator{"comm_size=node_comm_size", {Subject::kOneNode, MpichCondition::kEqual, 1}},
    Operator{"comm_size=any", {Subject::kRanks, MpichCondition::kAlways, 0}},
    Operator{"comm_size<=", {Subject::kRanks, MpichCondition::kAtMost, 0}},
    Operator{"comm_size<", {Subject::kRanks, MpichCondition::kBelow, 0}},
    Operator{"comm_avg_ppn<=", {Subject::kRanksPerNode, MpichCondition::kAtMost, 0}},
    Operator{"comm_avg_ppn<", {Subject::kRanksPerNode, MpichCondition::kBelow, 0}, kSince42},
    Operator{"comm_hierarchy=parent", {Subject::kHierarchy, MpichCondition::kEqual, kParent}},
    Operator{"comm_hierarchy=node_roots",
             {Subject::kHierarchy, MpichCondition::kEqual, kNodeRoots},
             kUntil43},
    Operator{"comm_hierarchy=node", {Subject::kHierarchy, MpichCondition::kEqual, kNode}, kUntil43},
    Operator{"comm_hierarchy=node_roots",
             {Subject::kHierarchy, MpichCondition::kEqual, kFlat},
             kSince50},
    Operator{"comm_hierarchy=node", {Subject::kHierarchy, MpichCondition::kEqual, kFlat}, kSince50},
    Operator{"comm_hierarchy=flat", {Subject::kHierarchy, MpichCondition::kEqual, kFlat}},
    Operator{"comm_hierarchy=any", {Subject::kHierarchy, MpichCondition::kAlways, 0}},
    Operator{"is_node_consecutive=yes", {Subject::kConsecutive, MpichCondition::kEqual, 1}},
    Operator{"is_node_consecutive=no", {Subject::kConsecutive, MpichCondition::kEqual, 0}},
    Operator{"avg_msg_size=any", {Subject::kAverage, MpichCondition::kAlways, 0}},
    Operator{"avg_msg_size<=", {Subject::kAverage, MpichCondition::kAtMost, 0}},
    Operator{"avg_msg_size<", {Subject::kAverage, MpichCondition::kBelow, 0}},
    Operator{"total_msg_size=any", {Subject::kTotal, MpichCondition::kAlways, 0}},
    Operator{"total_msg_size<=", {Subject::kTotal, MpichCondition::kAtMost, 0}},
    Operator{"total_msg_size<", {Subject::kTotal, MpichCondition::kBelow, 0}},
    Operator{"count=any", {Subject::kCount, MpichCondition::kAlways, 0}},
    Operator{"count<=", {Subject::kCount, MpichCondition::kAtMost, 0}},
    Operator{"count<pow2", {Subject::kBelowPow2, MpichCondition::kEqual, 1}},
    Operator{"is_sendbuf_inplace=yes", {Subject::kInPlace, MpichCondition::kEqual, 1}},
    Operator{"is_sendbuf_inplace=no", {Subject::kInPlace, MpichCondition::kEqual, 0}},
    Operator{"is_block_regular=yes", {Subject::kRegular, MpichCondition::kEqual, 1}},
    Operator{"is_block_regular=no", {Subject::kRegular, MpichCondition::kEqual, 0}},
    Operator{"is_commutative=yes", {Subject::kCommutes, MpichCondition::kEqual, 1}},
    Operator{"is_commutative=no", {Subject::kCommutes, MpichCondition::kEqual, 0}},
    Operator{"is_op_built_in=yes", {Subject::kBuiltIn, MpichCondition::kEqual, 1}},
    Operator{"is_op_built_in=no", {Subject::kBuiltIn, MpichCondition::kEqual, 0}},
    Operator{"any", {Subject::kRanks, MpichCondition::kAlways, 0}, kSince42},
    Operator{"collective=", {Subject::kCollective, MpichCondition::kEqual, 0}},
    Operator{"algorithm=", {}},
    Operator{"composition=", {}},
};

/// Tells whether a text follows the operator's own.
bool IsOpen(const Operator& one) { return one.text.ends_with("=") && !one.text.ends_with("<="); }

std::optional<MpichCondition> Match(const Operator& one, std::string_view key) {
  if (!key.starts_with(one.text)) return std::nullopt;
  const std::string_view rest = key.substr(one.text.size());
  if (IsOpen(one)) return one.condition;
  MpichCondition condition = one.condition;
  if (condition.test != MpichCondition::kAtMost && condition.test != MpichCondition::kBelow) {
    return rest.empty() ? std::optional(condition) : std::nullopt;
  }
  int number = 0;  // of MPICH's type, so that larger numbers are refused
  const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (fault != std::errc() || end != rest.data() + rest.size() || number < 0) return std::nullopt;
  condition.value = number;
  return condition;
}

std::string WithoutBlanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// Tells whether the release takes a key that it does not know otherwise for one that always holds.
/// A number that is none, as in "count<=any", it would read as 0.
bool IsAny(MpichRelease release, std::string_view key) {
  return TraitsOf(release).has_any && key.ends_with("=any") && key.find('<') == key.npos;
}

MpichLevel ToLevel(MpichRelease release, const Json& json, const std::string& file,
                   const std::string& path, int depth, bool are_parameters) {
  const auto refuse = [&](const std::string& where, const std::string& reason) {
    throw ProfileError(file, 0, where.empty() ? reason : fmt::format("{}: {}", where, reason));
  };
  if (!json.is_object()) refuse(path, "not an object {...}");
  // MPICH checks the part below each condition twice, and so a part n levels deep 2^n times.
  if (depth > kMostLevels) refuse(path, fmt::format("is deeper than {} levels", kMostLevels));
  MpichLevel level;
  for (const auto& [name, value] : json.items()) {
    const std::string key = WithoutBlanks(name);
    const std::string here = path.empty() ? key : path + " / " + key;
    const auto condition =
        are_parameters ? std::optional(MpichCondition()) : ParseMpichCondition(release, key);
    if (!condition) {
      refuse(here, fmt::format("MPICH {} knows no such key, or cannot read its number",
                               TraitsOf(release).name));
    }
    const bool is_outcome = condition->subject == Subject::kOutcome;
    level.push_back({key, *condition, ToLevel(release, value, file, here, depth + 1, is_outcome)});
  }
  return level;
}

Json ToJson(const MpichLevel& level) {
  Json json = Json::object();
  for (const MpichNode& node : level) json[node.key] = ToJson(node.below);
  return json;
}

}  // namespace

std::string_view MpichNode::Value() const {
  return std::string_view(key).substr(key.find('=') + 1);
}

std::string MpichNode::Outcome() const {
  std::vector<std::string_view> parameters;
  for (const MpichNode& parameter : below) parameters.push_back(parameter.key);
  std::ranges::sort(parameters);
  std::string text(Value());
  for (const std::string_view parameter : parameters) text += fmt::format(":{}", parameter);
  return text;
}

std::optional<MpichCondition> ParseMpichCondition(MpichRelease release, std::string_view key) {
  for (const Operator& one : kOperators) {
    if (!one.releases.Has(release)) continue;
    if (const auto condition = Match(one, key)) return condition;
  }
  if (!IsAny(release, key)) return std::nullopt;
  return MpichCondition{Subject::kRanks, MpichCondition::kAlways, 0};
}

bool WantsAnother(const MpichCondition& condition) {
  return condition.test == MpichCondition::kAtMost || condition.test == MpichCondition::kBelow ||
         condition.subject == Subject::kPowerOfTwo || condition.subject == Subject::kOneNode ||
         condition.subject == Subject::kBelowPow2;
}

MpichNode MakeMpichNode(MpichRelease release, std::string key, MpichLevel below) {
  const auto condition = ParseMpichCondition(release, key);
  assert(condition);
  return {std::move(key), *condition, std::move(below)};
}

MpichNode MakeMpichOutcome(std::string_view kind, std::string_view outcome) {
  std::size_t end = outcome.find(':');
  MpichNode node{fmt::format("{}{}", kind, outcome.substr(0, end)), {}, {}};
  while (end != outcome.npos) {
    outcome.remove_prefix(end + 1);
    end = outcome.find(':');
    node.below.push_back({std::string(outcome.substr(0, end)), {}, {}});
  }
  return node;
}

// MPICH was seen to take comments of C and C++, and a comma after the last element. At a byte
// order mark it ends with an assertion.
MpichLevel ParseMpichTree(MpichRelease release, const std::string& text, const std::string& file) {
  if (text.starts_with(kByteOrderMark)) {
    throw ProfileError(file, 1, "begins with a byte order mark, at which MPICH ends; remove it");
  }
  try {
    constexpr bool kMayThrow = true;
    constexpr bool kWithComments = true;
    return ToLevel(release, Json::parse(WithoutLastCommas(text), nullptr, kMayThrow, kWithComments),
                   file, "", 0, false);
  } catch (const Json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    const auto line = 1 + std::count(text.begin(), end, '\n');
    throw ProfileError(file, static_cast<int>(line), fmt::format("is no JSON: {}", error.what()));
  } catch (const Json::exception& error) {  // a number that is none for a computer
    throw ProfileError(file, 0, error.what());
  }
}

std::string ToMpichText(const MpichLevel& tree) {
  std::string text = ToJson(tree).dump(1) + "\n";
  if (FillsPages(text)) text += "\n";
  return text;
}

bool FillsPages(const std::string& text) { return text.size() % kSmallestPage == 0; }

}  // namespace colltune
