#include "tuner/search/grid.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace colltune::tune {

std::vector<GridPoint> PointsOf(const SearchSpace& space, Collective collective) {
  std::vector<GridPoint> points;
  for (const Layout& layout : space.layouts) {
    for (const RootGroup& group : space.GroupsOf(collective, layout)) {
      for (const Bytes bytes : space.SizesOf(collective, layout)) {
        const Problem problem{collective, layout, bytes, group.measured};
        points.push_back({problem, space.WeightOf(problem), std::nullopt});
      }
    }
  }
  return points;
}

std::vector<GridPoint> GridOf(const SearchSpace& space, Collective collective) {
  std::vector<GridPoint> left = PointsOf(space, collective);
  std::vector<Metric::Position> positions;
  for (const GridPoint& point : left) positions.push_back(space.metric.PositionOf(point.problem));
  std::vector<double> distances(left.size(), std::numeric_limits<double>::infinity());
  std::vector<GridPoint> ordered;
  ordered.reserve(left.size());
  std::vector<bool> is_taken(left.size(), false);
  while (ordered.size() < left.size()) {
    std::size_t next = left.size();
    double most = -1;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_taken[i]) continue;
      const double gain = ordered.empty() ? left[i].weight : left[i].weight * distances[i];
      if (gain <= most) continue;
      most = gain;
      next = i;
    }
    is_taken[next] = true;
    ordered.push_back(left[next]);
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_taken[i]) continue;
      const double distance = Metric::Distance(positions[next], positions[i]);
      if (distance >= distances[i]) continue;
      distances[i] = distance;
      left[i].parent = ordered.size() - 1;
    }
  }
  return ordered;
}

}  // namespace colltune::tune
