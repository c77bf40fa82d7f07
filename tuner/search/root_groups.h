// Roots that need decisions of their own, on heterogeneous nodes or sites.
#ifndef COLLTUNE_TUNER_SEARCH_ROOT_GROUPS_H_
#define COLLTUNE_TUNER_SEARCH_ROOT_GROUPS_H_

#include <map>
#include <string>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/search/cost_curve.h"

namespace colltune::tune {

using Choices = std::map<Bytes, ChoiceId>;

/// Share of a root's time that other roots' decisions must lose before it gets its own decisions.
inline constexpr double kRootLoss = 0.03;

/// Roots that share their best choices.
struct RootGroup {
  RootSet roots;
  RootSet slower;     ///< the roots with which the planned choices are slower than the library
  double saving = 0;  ///< share of the time that their own decisions save, summed over the roots
};

/// Returns the roots for which root 0's decisions are expected to lose time, in groups. The best
/// choices of a group's first root suit the whole group.
/// - `curve`: was measured with root 0.
/// - `planned`: its decisions, by size.
/// - `margin`: the share of the library's time that must be saved.
/// - `predictor`: the curve's.
std::vector<RootGroup> SplitRoots(const CostCurve& curve, const Choices& planned, double margin,
                                  const Predictor& predictor);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_ROOT_GROUPS_H_
