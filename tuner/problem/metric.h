// The distance over which measurements tell of one another.
#ifndef COLLTUNE_TUNER_PROBLEM_METRIC_H_
#define COLLTUNE_TUNER_PROBLEM_METRIC_H_

#include <map>
#include <utility>

#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Distances between problems of a collective.
class Metric {
 public:
  /// All layouts lie on one site.
  Metric() = default;
  /// Layouts that are not in `sites` lie on one site.
  explicit Metric(std::map<Layout, int> sites) : sites_(std::move(sites)) {}

  /// Returns how far apart two problems are: the doublings between their ranks, and between their
  /// ranks per node; half the doublings between their sizes, since all collectives are measured at
  /// many more sizes than layouts; 1 for different roots, and kOtherSpan for different spans.
  double Distance(const Problem& a, const Problem& b) const {
    return Distance(PositionOf(a), PositionOf(b));
  }

  /// Place of a problem, on which its distances depend: logarithms to base 2.
  struct Position {
    double ranks;
    double per_node;
    double size;
    Rank root;
    int span;
  };
  Position PositionOf(const Problem& problem) const;

  /// Likewise, of problems whose distances to many others are asked for.
  static double Distance(const Position& a, const Position& b);

  /// Returns the number of sites of a layout.
  int SitesOf(const Layout& layout) const;

  /// Returns the span of a layout: 0 on one node, else the number of its sites.
  int SpanOf(const Layout& layout) const {
    return layout.ranks <= layout.ranks_per_node ? 0 : SitesOf(layout);
  }

 private:
  std::map<Layout, int> sites_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_METRIC_H_
