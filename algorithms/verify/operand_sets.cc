#include "algorithms/verify/operand_sets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace colltune {

OperandSets::Id OperandSets::Intern(const Set& set) {
  const auto [found, added] = ids_.emplace(set, static_cast<Id>(sets_.size()));
  if (added) sets_.push_back(set);
  return found->second;
}

OperandSets::Id OperandSets::Range(Rank first, Rank last) {
  return last < first ? kEmpty : Intern({{first, last}});
}

std::optional<OperandSets::Id> OperandSets::Join(Id left, Id right) {
  const std::int64_t key = (std::int64_t{left} << 32) | right;
  const auto found = joined_.find(key);
  if (found != joined_.end()) return found->second;
  const auto set =
      Union(sets_[static_cast<std::size_t>(left)], sets_[static_cast<std::size_t>(right)]);
  return joined_[key] = set ? std::optional(Intern(*set)) : std::nullopt;
}

std::optional<OperandSets::Set> OperandSets::Union(const Set& left, const Set& right) const {
  if (ordered_ &&
      (left.size() != 1 || right.size() != 1 || left.front().last + 1 != right.front().first)) {
    return std::nullopt;
  }
  Set all = left;
  all.insert(all.end(), right.begin(), right.end());
  std::ranges::sort(all);
  Set joined;
  for (const Interval& next : all) {
    if (!joined.empty() && next.first <= joined.back().last) return std::nullopt;
    if (!joined.empty() && next.first == joined.back().last + 1) {
      joined.back().last = next.last;
    } else {
      joined.push_back(next);
    }
  }
  return joined;
}

std::string OperandSets::ToText(Id id) const {
  std::vector<std::string> parts;
  for (const auto& [first, last] : sets_[static_cast<std::size_t>(id)]) {
    parts.push_back(first == last ? std::to_string(first) : fmt::format("{}..{}", first, last));
  }
  return parts.empty() ? "nobody" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace colltune
