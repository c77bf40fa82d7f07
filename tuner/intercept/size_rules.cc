#include "tuner/intercept/size_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/stats/stats.h"

namespace colltune::intercept {
namespace {

constexpr Roots kAllRoots{0, std::numeric_limits<Rank>::max()};
constexpr Bytes kEverything{std::numeric_limits<std::int64_t>::max()};
// Ranks may describe the same message by different counts and types. All ranks can count a message
// of up to this many bytes by an int, whatever their types are.
constexpr Bytes kLargest{std::numeric_limits<int>::max()};

Bytes After(Bytes bytes) { return {bytes.count + 1}; }

SizeRule LibrarysInstead(const SizeRule& rule, std::string why) {
  return {rule.first, rule.last, {}, std::move(why)};
}

/// Returns the rule, or if its algorithm cannot be used, a rule for the library with the reason.
SizeRule Usable(SizeRule rule, const Caller& caller) {
  if (rule.choice.IsLibrary()) return rule;
  const std::string name = ToText(rule.choice);
  // Elements of a call may be too few or too many for the algorithm: the runner declines then.
  Shape shape{.ranks = caller.ranks, .elements = caller.ranks, .places = caller.places};
  if (const std::string needs = Declines(rule.choice, shape); !needs.empty()) {
    return LibrarysInstead(rule, fmt::format("{} {}", name, needs));
  }
  shape.commutative = false;
  rule.needs_commutative = !Declines(rule.choice, shape).empty();
  if (!rule.choice.IsNative()) return rule;
  if (!caller.may_select_natives) {
    return LibrarysInstead(rule, fmt::format("{} cannot be selected here", name));
  }
  try {
    rule.native.emplace(caller.collective, rule.choice.native);
  } catch (const std::invalid_argument& reason) {
    return LibrarysInstead(rule, reason.what());
  }
  return rule;
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

SizeRules MakeSizeRules(const Caller& caller, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Rule> row) {
  SizeRules wanted;
  if (forced) {
    wanted = OneRule(*forced, "forced");
  } else if (row.empty()) {
    return OneRule({}, std::string(kNoRow));
  }
  for (const CompiledTable::Rule& rule : row) {
    if (!forced) wanted.push_back(FromProfile(caller.collective, rule));
  }
  if (!KnowsSizes(caller.collective)) {
    SizeRule& all = wanted.front();
    if (all.first > Bytes{0}) return OneRule({}, std::string(kNoRule));
    all.last = kEverything;
    return {Usable(std::move(all), caller)};
  }

  SizeRules rules = {{Bytes{0}, Bytes{0}, {}, "empty message"}};
  const auto fill_up_to = [&rules](Bytes last) {
    const Bytes first = After(rules.back().last);
    if (first <= last) rules.push_back({first, last, {}, std::string(kNoRule)});
  };
  for (SizeRule& rule : wanted) {
    rule.first = std::max(rule.first, Bytes{1});
    rule.last = std::min(rule.last, kLargest);
    if (rule.last < rule.first) continue;
    fill_up_to({rule.first.count - 1});
    rules.push_back(Usable(std::move(rule), caller));
  }
  fill_up_to(kLargest);
  rules.push_back({After(kLargest), kEverything, {}, "too large"});
  return rules;
}

CallRules OneRuleForAll(const Choice& choice, std::string why) {
  return {{kAllRoots, OneRule(choice, std::move(why))}};
}

CallRules MakeCallRules(const Caller& caller, const std::optional<Choice>& forced,
                        std::span<const CompiledTable::Row> rows) {
  CallRules calls;
  for (const CompiledTable::Row& row : rows) {
    calls.push_back({row.roots.value_or(kAllRoots), MakeSizeRules(caller, forced, row.rules)});
  }
  const bool has_all = !rows.empty() && !rows.back().roots;
  if (!has_all) calls.push_back({kAllRoots, MakeSizeRules(caller, forced, {})});
  return calls;
}

std::string ToText(const SizeRule& rule) {
  return fmt::format("{}..{} B: {} ({})", rule.first.count,
                     rule.last == kEverything ? "" : fmt::to_string(rule.last.count),
                     ToText(rule.choice), rule.why);
}

}  // namespace colltune::intercept
