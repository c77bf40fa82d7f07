#include "tuner/search/root_planner.h"

#include <algorithm>
#include <utility>

#include "algorithms/buffers.h"
#include "tuner/search/root_bisection.h"
#include "tuner/search/root_groups.h"

namespace colltune::tune {

void RootPlanner::Split() {
  has_split_ = true;
  const std::size_t count = measurements_.curves().size();
  for (std::size_t i = 0; i < count; ++i) {
    const CostCurve& curve = measurements_.curves()[i];
    if (!HasRoot(curve.collective()) || curve.measured().empty()) continue;
    if (IsNoisy() && !curve.is_interpolated()) to_halve_.push_back(i);
    for (RootGroup& group : SplitRoots(curve, measurements_.ChoicesOf(curve),
                                       measurements_.rule().margin, measurements_.predictor())) {
      const std::size_t added = measurements_.AddCurve(curve, std::move(group.roots));
      measurements_.curve(added).set_slower(std::move(group.slower));
      savings_[added] = group.saving;
      to_halve_.push_back(added);
    }
  }
}

bool RootPlanner::Halve(std::vector<Refinement>& anchors) {
  for (const Half& half : std::exchange(halves_, {})) {
    const CostCurve& second = measurements_.curves()[half.second];
    if (second.measured().empty()) continue;
    const CostCurve& whole = measurements_.curves()[half.whole];
    if (!Disagree(second, measurements_.ChoicesOf(second), measurements_.ChoicesOf(whole))) {
      continue;
    }
    to_halve_.insert(to_halve_.end(), {half.whole, half.second});
  }
  for (const std::size_t curve : std::exchange(to_halve_, {})) AddHalf(curve, anchors);
  return !halves_.empty();
}

void RootPlanner::AddHalf(std::size_t whole, std::vector<Refinement>& anchors) {
  const CostCurve& curve = measurements_.curves()[whole];
  auto [kept, second] = Halves(measurements_.RootsOf(curve));
  if (kept.empty() || curve.measured().empty()) return;
  const std::size_t added = measurements_.AddCurve(curve, std::move(second));
  halves_.push_back({whole, std::move(kept), added});
  const double saving = SavingOf(whole).value_or(0) / 2;
  savings_[added] = saving;
  for (const auto& [bytes, point] : curve.measured()) {
    anchors.push_back({added, bytes, saving});
    if (!IsNoisy()) anchors.back().checked = NearBest(curve, bytes);
  }
}

void RootPlanner::StandForItself(std::size_t curve) {
  const auto half = std::ranges::find(halves_, curve, &Half::second);
  if (half == halves_.end()) return;
  // A curve without roots of its own has none to give up: RootsOf excludes what siblings claim.
  CostCurve& whole = measurements_.curve(half->whole);
  if (!whole.roots().empty()) whole.Keep(half->kept);
}

}  // namespace colltune::tune
