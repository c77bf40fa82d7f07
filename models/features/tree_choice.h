// The tree of hosts that expects best the latencies that it was not found from.
#ifndef COLLTUNE_MODELS_FEATURES_TREE_CHOICE_H_
#define COLLTUNE_MODELS_FEATURES_TREE_CHOICE_H_

#include "models/features/host_tree.h"

namespace colltune::models {

/// Finds the tree by FindHostTree, with `tolerance` if this tree expects latencies to a quarter of
/// it, and else with the doubling of it that tells most. In five turns a tree is found from four
/// fifths of the pairs, lengths of its hosts and groups are fitted to them, and the other pairs are
/// expected from these (cross-validation). Of the tolerances that expect as well as the best one,
/// to two standard errors of the differences, the largest is chosen, as groups that expect nothing
/// better are none: intervals say by how much a latency differs from one time to the next, not what
/// it has beside the lengths of two hosts. Source: the rule of one standard error, Breiman et al.,
/// "Classification and Regression Trees" (1984), 3.4.3; two find fewer groups that are not there.
///
/// tolerance: kHalfWidths half widths of the latencies' intervals, as shares of them.
HostTree ChooseHostTree(const PairTimes& times, double tolerance);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_TREE_CHOICE_H_
