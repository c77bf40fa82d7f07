#include "tuner/intercept/size_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "algorithms/registry.h"

namespace colltune {
namespace {

constexpr Bytes kEverything{std::numeric_limits<std::int64_t>::max()};
// Ranks may describe the same message by different counts and types. What all of them can count,
// whatever their types are, is what fits an int of bytes.
constexpr Bytes kLargest{std::numeric_limits<int>::max()};

Bytes After(Bytes bytes) { return {bytes.count + 1}; }

/// The rule, with the library in it where its algorithm does not meet `limit`: at one end, since a
/// limit is at least or at most so many elements.
SizeRules Split(const SizeRule& rule, const Limit& limit, int ranks) {
  const Choice& choice = rule.choice;
  const auto met = [&](Bytes bytes) {
    const std::int64_t elements = choice.algorithm->divides ? bytes.count : 1;
    return limit.met({.ranks = ranks, .elements = elements}, choice.parameters);
  };
  const bool first_met = met(rule.first);
  if (first_met && met(rule.last)) return {rule};
  SizeRule declined = rule;
  declined.choice = {};
  declined.why = fmt::format("{} needs {}", choice.algorithm->name, limit.needs);
  if (!first_met && !met(rule.last)) return {declined};
  Bytes low = rule.first;  // is as the first size is, and `high` as the last one
  Bytes high = rule.last;
  while (high.count - low.count > 1) {
    const Bytes middle{low.count + (high.count - low.count) / 2};
    (met(middle) == first_met ? low : high) = middle;
  }
  SizeRules both = {first_met ? rule : declined, first_met ? declined : rule};
  both.front().last = low;
  both.back().first = high;
  return both;
}

/// The rule, with the library in it where its algorithm declines.
SizeRules Usable(const SizeRule& rule, int ranks) {
  if (rule.choice.IsLibrary()) return {rule};
  SizeRules pieces = {rule};
  for (const Limit& limit : rule.choice.algorithm->limits) {
    SizeRules split;
    for (const SizeRule& piece : pieces) {
      const SizeRules parts =
          piece.choice.IsLibrary() ? SizeRules{piece} : Split(piece, limit, ranks);
      split.insert(split.end(), parts.begin(), parts.end());
    }
    pieces = std::move(split);
  }
  return pieces;
}

SizeRule FromProfile(Collective collective, const CompiledTable::Rule& rule) {
  try {
    return {rule.first, rule.last, ParseChoice(collective, rule.choice), "profile"};
  } catch (const std::invalid_argument&) {  // from a newer version
    return {rule.first, rule.last, {}, fmt::format("unknown algorithm {}", rule.choice)};
  }
}

}  // namespace

SizeRules OneRule(const Choice& choice, std::string why) {
  return {{Bytes{0}, kEverything, choice, std::move(why)}};
}

SizeRules MakeSizeRules(Collective collective, int ranks, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Rule> row) {
  SizeRules wanted;
  if (forced) {
    wanted = OneRule(*forced, "forced");
  } else if (row.empty()) {
    return OneRule({}, "no row");
  }
  for (const CompiledTable::Rule& rule : row) {
    if (!forced) wanted.push_back(FromProfile(collective, rule));
  }

  SizeRules rules = {{Bytes{0}, Bytes{0}, {}, "empty message"}};
  const auto fill_up_to = [&rules](Bytes last) {
    const Bytes first = After(rules.back().last);
    if (first <= last) rules.push_back({first, last, {}, "no rule"});
  };
  for (SizeRule& rule : wanted) {
    rule.first = std::max(rule.first, Bytes{1});
    rule.last = std::min(rule.last, kLargest);
    if (rule.last < rule.first) continue;
    fill_up_to({rule.first.count - 1});
    const SizeRules usable = Usable(rule, ranks);
    rules.insert(rules.end(), usable.begin(), usable.end());
  }
  fill_up_to(kLargest);
  rules.push_back({After(kLargest), kEverything, {}, "too large"});
  return rules;
}

std::string ToText(const SizeRule& rule) {
  return fmt::format("{}..{} B: {} ({})", rule.first.count,
                     rule.last == kEverything ? "" : fmt::to_string(rule.last.count),
                     ToText(rule.choice), rule.why);
}

}  // namespace colltune
