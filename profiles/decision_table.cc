#include "profiles/decision_table.h"

#include <algorithm>
#include <tuple>

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

const Row* DecisionTable::Find(Collective collective, int ranks, int ranks_per_node, Rank root,
                               const std::optional<Placement>& placement) const {
  const auto layout = [](const Row& row) {
    return std::tuple(row.collective, row.ranks, row.ranks_per_node);
  };
  const std::tuple wanted(collective, ranks, ranks_per_node);
  const Row* found = nullptr;
  // Avoids ranges::equal_range, whose subrange clang 14 cannot read in this C++ library.
  for (auto row = std::ranges::lower_bound(rows, wanted, {}, layout);
       row != rows.end() && layout(*row) == wanted; ++row) {
    if (placement && !row->placement.Covers(*placement)) continue;
    if (row->roots && !row->roots->Contain(root)) continue;
    // Rows that name their roots come later.
    if (found == nullptr || row->placement == found->placement) found = &*row;
  }
  return found;
}

bool NeedsMachine(const DecisionTable& table) {
  return std::ranges::any_of(table.rows, [](const Row& row) {
    return row.placement.sites > 0 || std::ranges::any_of(row.rules, [&row](const Rule& rule) {
             return NeedsPlaces(ParseChoice(row.collective, rule.choice.text()));
           });
  });
}

}  // namespace colltune
