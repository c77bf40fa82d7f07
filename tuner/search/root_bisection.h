// Bisection of sets of roots: tests whether the second half has the same best choices as the first.
#ifndef COLLTUNE_TUNER_SEARCH_ROOT_BISECTION_H_
#define COLLTUNE_TUNER_SEARCH_ROOT_BISECTION_H_

#include <string>
#include <utility>
#include <vector>

#include "tuner/search/cost_curve.h"
#include "tuner/search/root_groups.h"

namespace colltune::tune {

/// Splits a set into its lower ranks and the others, which are as many or one more. The first half
/// of a single root is empty.
std::pair<RootSet, RootSet> Halves(const RootSet& roots);

/// Returns `set` without `roots`.
RootSet Without(const RootSet& set, const Roots& roots);

/// Returns the candidates whose medians are near the best at a measured size: each may be the best
/// with another root that is expected to be like the curve's. Where ranks do not know sizes,
/// returns the ones of all measured sizes.
std::vector<ChoiceId> NearBest(const CostCurve& curve, Bytes bytes);

/// Whether the choice of `others` was not measured at some measured size of `curve`, or loses more
/// than kRootLoss there against the choice of `own`.
bool Disagree(const CostCurve& curve, const Choices& own, const Choices& others);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_ROOT_BISECTION_H_
