#include "tuner/problem/metric.h"

#include <algorithm>
#include <cmath>

namespace colltune::tune {
namespace {

/// Between nodes, or sites, a collective takes other paths than within one, which hide all others:
/// eight times as many ranks on the same span are nearer.
constexpr double kOtherSpan = 3;

double Doublings(double from, double to) {
  const auto [least, most] = std::minmax({std::max(from, 1.0), std::max(to, 1.0)});
  return std::log2(most / least);
}

}  // namespace

int Metric::SitesOf(const Layout& layout) const {
  const auto found = sites_.find(layout);
  return found == sites_.end() ? 1 : found->second;
}

double Metric::Distance(const Problem& a, const Problem& b) const {
  return Doublings(a.layout.ranks, b.layout.ranks) +
         Doublings(a.layout.ranks_per_node, b.layout.ranks_per_node) +
         Doublings(static_cast<double>(a.bytes.count), static_cast<double>(b.bytes.count)) / 2 +
         (a.root == b.root ? 0 : 1) + (SpanOf(a.layout) == SpanOf(b.layout) ? 0 : kOtherSpan);
}

}  // namespace colltune::tune
