// The rules of a compiled table for one call.
#ifndef COLLTUNE_TESTS_PROFILES_RULES_FOR_H_
#define COLLTUNE_TESTS_PROFILES_RULES_FOR_H_

#include <vector>

#include "profiles/compiled/compiled_table.h"

namespace colltune {

inline std::vector<CompiledTable::Rule> RulesFor(const CompiledTable& table, Collective collective,
                                                 const CommunicatorSize& size, Rank root = 0,
                                                 const Placement& placement = {}) {
  for (const auto& row : table.RowsFor(collective, size, placement)) {
    if (!row.roots || row.roots->Contain(root)) return row.rules;
  }
  return {};
}

inline std::vector<CompiledTable::Rule> RulesFor(const CompiledTable& table, Collective collective,
                                                 int ranks, int ranks_per_node, Rank root = 0,
                                                 const Placement& placement = {}) {
  return RulesFor(table, collective, OnFullNodes(ranks, ranks_per_node), root, placement);
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_RULES_FOR_H_
