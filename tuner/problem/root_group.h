// Roots of a layout that are decided together.
#ifndef COLLTUNE_TUNER_PROBLEM_ROOT_GROUP_H_
#define COLLTUNE_TUNER_PROBLEM_ROOT_GROUP_H_

#include <algorithm>
#include <vector>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// Ranges of roots, rising; adjacent ranges are joined.
using RootSet = std::vector<Roots>;

/// Returns `set` without `roots`.
inline RootSet Without(const RootSet& set, const Roots& roots) {
  RootSet rest;
  for (const Roots& range : set) {
    const Roots below{range.first, std::min(range.last, roots.first - 1)};
    const Roots above{std::max(range.first, roots.last + 1), range.last};
    if (below.first <= below.last) rest.push_back(below);
    if (above.first <= above.last) rest.push_back(above);
  }
  return rest;
}

/// Roots that a machine treats alike: one of them is measured, and decides for all.
struct RootGroup {
  Rank measured = 0;
  RootSet roots;  ///< empty: all that no other group of the layout names

  friend bool operator==(const RootGroup&, const RootGroup&) = default;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_ROOT_GROUP_H_
