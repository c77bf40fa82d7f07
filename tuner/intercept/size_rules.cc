#include "tuner/intercept/size_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "algorithms/registry.h"

namespace colltune {
namespace {

constexpr Bytes kEverything{std::numeric_limits<std::int64_t>::max()};
// Ranks may describe the same message by different counts and types. What all of them can count,
// whatever their types are, is what fits an int of bytes.
constexpr Bytes kLargest{std::numeric_limits<int>::max()};

Bytes After(Bytes bytes) { return {bytes.count + 1}; }

/// Empty, or why the algorithm cannot serve every root of `ranks`.
std::string Declines(const Algorithm& algorithm, int ranks) {
  for (Rank root = 0; root < ranks; ++root) {
    std::string reason = algorithm.declines({.ranks = ranks, .root = root});
    if (!reason.empty()) return reason;
  }
  return {};
}

/// The rule for a named algorithm, or for the library with the reason that it cannot be used.
SizeRule Usable(SizeRule rule, int ranks) {
  if (rule.algorithm == nullptr) return rule;
  const std::string reason = Declines(*rule.algorithm, ranks);
  if (!reason.empty()) {
    rule.why = fmt::format("{} declines: {}", rule.algorithm->name, reason);
    rule.algorithm = nullptr;
  }
  return rule;
}

SizeRule FromProfile(Collective collective, const CompiledTable::Rule& rule) {
  SizeRule made{rule.first, rule.last, FindAlgorithm(collective, rule.choice), "profile"};
  if (made.algorithm == nullptr && rule.choice != kLibrary) {
    made.why = fmt::format("unknown algorithm {}", rule.choice);
  }
  return made;
}

}  // namespace

SizeRules OneRule(const Algorithm* algorithm, std::string why) {
  return {{Bytes{0}, kEverything, algorithm, std::move(why)}};
}

SizeRules MakeSizeRules(Collective collective, int ranks,
                        const std::optional<const Algorithm*>& forced,
                        std::span<const CompiledTable::Rule> row) {
  SizeRules wanted;
  if (forced) {
    wanted = OneRule(*forced, "forced");
  } else if (row.empty()) {
    return OneRule(nullptr, "no row");
  }
  for (const CompiledTable::Rule& rule : row) {
    if (!forced) wanted.push_back(FromProfile(collective, rule));
  }

  SizeRules rules = {{Bytes{0}, Bytes{0}, nullptr, "empty message"}};
  const auto fill_up_to = [&rules](Bytes last) {
    const Bytes first = After(rules.back().last);
    if (first <= last) rules.push_back({first, last, nullptr, "no rule"});
  };
  for (SizeRule& rule : wanted) {
    rule.first = std::max(rule.first, Bytes{1});
    rule.last = std::min(rule.last, kLargest);
    if (rule.last < rule.first) continue;
    fill_up_to({rule.first.count - 1});
    rules.push_back(Usable(std::move(rule), ranks));
  }
  fill_up_to(kLargest);
  rules.push_back({After(kLargest), kEverything, nullptr, "too large"});
  return rules;
}

std::string ToText(const SizeRule& rule) {
  return fmt::format("{}..{} B: {} ({})", rule.first.count,
                     rule.last == kEverything ? "" : fmt::to_string(rule.last.count),
                     rule.algorithm == nullptr ? kLibrary : rule.algorithm->name, rule.why);
}

}  // namespace colltune
