#include "tuner/search/smaller_layouts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace colltune::tune {
namespace {

bool IsOnOneNode(const Layout& layout) { return layout.ranks <= layout.ranks_per_node; }

Layout Resized(const Layout& layout, int units) {
  if (IsOnOneNode(layout)) return {units, units, {}, layout.siblings};
  return {units * layout.ranks_per_node, layout.ranks_per_node, {}, layout.siblings};
}

double UnitsOf(const Layout& layout) {
  return static_cast<double>(layout.ranks) / (IsOnOneNode(layout) ? 1 : layout.ranks_per_node);
}

}  // namespace

std::vector<Layout> SmallerLayouts(const Layout& layout) {
  const double units = UnitsOf(layout);
  const auto whole = static_cast<unsigned>(units);
  const bool is_power = whole == units && std::has_single_bit(whole);
  std::vector<Layout> ladder;
  for (int rung = is_power ? 2 : 3; rung <= units; rung *= 2) {
    ladder.push_back(Resized(layout, rung));
  }
  std::ranges::reverse(ladder);
  return ladder;
}

double DoublingsBetween(const Layout& small, const Layout& large) {
  return std::log2(UnitsOf(large) / UnitsOf(small));
}

Seconds ExtrapolateTime(std::span<const Seconds> times, double doublings) {
  const Seconds last = times[0] - times[1];
  if (times.size() == 2) return times[0] * std::pow(std::max(times[0] / times[1], 1.0), doublings);
  constexpr double kSquare = 4;  // growth of the growth of n^2
  const Seconds before = times[1] - times[2];
  const double ratio = before > Seconds(0) ? last / before : 0;
  if (ratio <= 0 || ratio > kSquare) {
    const Seconds mean = (times[0] - times[2]) / 2;
    return times[0] + doublings * std::max(mean, Seconds(0));
  }
  // The geometric series ratio + ratio^2 + ..., of `doublings` terms.
  const double terms =
      ratio == 1 ? doublings : ratio * (std::pow(ratio, doublings) - 1) / (ratio - 1);
  return times[0] + terms * last;
}

}  // namespace colltune::tune
