#include "profiles/decision_table.h"

#include <algorithm>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"

namespace colltune {

const Candidate* Evidence::Find(ChoiceId choice) const {
  const auto found = std::ranges::find(candidates, choice, &Candidate::choice);
  return found == candidates.end() ? nullptr : &*found;
}

const Rule* Row::Find(Bytes bytes) const {
  // The first rule that ends at or after `bytes` is the only one that may hold it.
  const auto found = std::ranges::lower_bound(rules, bytes, {}, &Rule::last);
  return found == rules.end() || bytes < found->first ? nullptr : &*found;
}

RuleKind KindOf(const Rule& rule) {
  if (rule.interpolated) return RuleKind::kInterpolated;
  const bool is_measured = std::ranges::any_of(rule.evidence, [](const Evidence& evidence) {
    return std::ranges::any_of(evidence.candidates,
                               [](const Candidate& candidate) { return candidate.samples > 0; });
  });
  return is_measured ? RuleKind::kMeasured : RuleKind::kLeft;
}

const Row* DecisionTable::Find(Collective collective, const CommunicatorSize& size, Rank root,
                               const std::optional<Placement>& placement) const {
  const Row* found = nullptr;
  // Avoids ranges::equal_range, whose subrange clang 14 cannot read in this C++ library.
  for (auto row = std::ranges::lower_bound(rows, collective, {}, &Row::collective);
       row != rows.end() && row->collective == collective; ++row) {
    if (!row->region.Contains(size)) continue;
    if (placement && !row->placement.Covers(*placement)) continue;
    if (row->roots && !row->roots->Contain(root)) continue;
    const bool names_root = row->roots && found != nullptr && row->placement == found->placement;
    if (found == nullptr || names_root) found = &*row;
  }
  return found;
}

Rank DecisionTable::RootOf(const Row& row, const CommunicatorSize& size) const {
  for (Rank root = 0; root < size.ranks && HasRoot(row.collective); ++root) {
    if (Find(row.collective, size, root, row.placement) == &row) return root;
  }
  return row.FirstRoot();
}

bool NeedsMachine(const DecisionTable& table) {
  return std::ranges::any_of(table.rows, [](const Row& row) {
    return row.placement.sites > 0 || std::ranges::any_of(row.rules, [&row](const Rule& rule) {
             return NeedsPlaces(ParseChoice(row.collective, rule.choice.text()));
           });
  });
}

}  // namespace colltune
