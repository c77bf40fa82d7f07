#include "tuner/plot/pool_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace colltune::tune {

std::vector<Plot> PlotsOf(std::span<const measure::Pool> pools) {
  const auto key = [](const measure::MeasuredProblem& p) {
    return std::tie(p.op, p.method, p.ranks, p.root);
  };
  std::vector<Plot> plots;
  const measure::MeasuredProblem* previous = nullptr;
  for (const measure::Pool& pool : pools) {
    const measure::MeasuredProblem& problem = pool.problem;
    if (!previous || key(*previous) != key(problem)) {
      plots.push_back({fmt::format("{} on {} ranks, root {}, by {}", problem.op, problem.ranks,
                                   problem.root, problem.method),
                       {}});
    }
    previous = &problem;
    std::vector<Curve>& curves = plots.back().curves;
    auto curve = std::ranges::find(curves, pool.contender.name, &Curve::name);
    if (curve == curves.end()) curve = curves.insert(curve, {pool.contender.name, {}});
    curve->points.push_back({problem.bytes, pool.median.value, pool.median.low, pool.median.high});
  }
  return plots;
}

}  // namespace colltune::tune
