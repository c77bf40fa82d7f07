#include "tuner/problem/metric.h"

#include <algorithm>
#include <cmath>

namespace colltune::tune {
namespace {

/// Between nodes, or sites, a collective takes other paths than within one, which hide all others:
/// eight times as many ranks on the same span are nearer.
constexpr double kOtherSpan = 3;

double Doublings(double value) { return std::log2(std::max(value, 1.0)); }

}  // namespace

int Metric::SitesOf(const Layout& layout) const {
  const auto found = sites_.find(layout);
  return found == sites_.end() ? 1 : found->second;
}

Metric::Position Metric::PositionOf(const Problem& problem) const {
  return {.ranks = Doublings(problem.layout.ranks),
          .per_node = Doublings(problem.layout.ranks_per_node),
          .size = Doublings(static_cast<double>(problem.bytes.count)),
          .root = problem.root,
          .span = SpanOf(problem.layout)};
}

double Metric::Distance(const Position& a, const Position& b) {
  return std::abs(a.ranks - b.ranks) + std::abs(a.per_node - b.per_node) +
         std::abs(a.size - b.size) / 2 + (a.root == b.root ? 0 : 1) +
         (a.span == b.span ? 0 : kOtherSpan);
}

}  // namespace colltune::tune
