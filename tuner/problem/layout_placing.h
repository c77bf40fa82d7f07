// Placement of layouts on a machine's sites, as decisions ask for it.
#ifndef COLLTUNE_TUNER_PROBLEM_LAYOUT_PLACING_H_
#define COLLTUNE_TUNER_PROBLEM_LAYOUT_PLACING_H_

#include <functional>
#include <optional>

#include "profiles/placement.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Functions of a machine; by default of one with a single site, which tells no ranks apart.
struct LayoutPlacing {
  /// Returns the placement of the communicators that a layout stands for.
  std::function<Placement(const Layout& layout)> placement = [](const Layout&) {
    return Placement{};
  };
  /// Returns a layout on that many sites; nothing where the job has no such ranks.
  std::function<std::optional<Layout>(int ranks, int ranks_per_node, int sites)> layout =
      [](int ranks, int ranks_per_node, int) {
        return Layout{ranks, ranks_per_node};
      };
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_LAYOUT_PLACING_H_
