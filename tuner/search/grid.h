// The grid of problems that a search may measure, from coarse to fine. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_GRID_H_
#define COLLTUNE_TUNER_SEARCH_GRID_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "tuner/problem/search_space.h"

namespace colltune::tune {

/// A problem of the grid.
struct GridPoint {
  Problem problem;
  double weight = 0;  ///< SearchSpace::WeightOf
  /// Index of the nearest point among the coarser ones; nothing for the first point.
  std::optional<std::size_t> parent;
};

/// Returns all problems of a collective, in no particular order and without parents.
std::vector<GridPoint> PointsOf(const SearchSpace& space, Collective collective);

/// Returns all problems of a collective, each after its parent: layouts, sizes, and measured roots.
/// Every point is the one that counts most among those that are left, weighted by how far it is
/// from all before it (farthest-first traversal: Gonzalez, 1985). So any number of first points
/// covers the grid as evenly as the calls of applications are spread over it.
std::vector<GridPoint> GridOf(const SearchSpace& space, Collective collective);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_GRID_H_
