// The tree of hosts that expects best the latencies that it was not found from.
#ifndef COLLTUNE_MODELS_FEATURES_TREE_CHOICE_H_
#define COLLTUNE_MODELS_FEATURES_TREE_CHOICE_H_

#include "models/features/host_tree.h"

namespace colltune::models {

/// Finds the tree by FindHostTree, with the tolerance of latencies that tells most: `tolerance` or
/// its doublings. In five turns a tree is found from four fifths of the pairs, lengths of its hosts
/// and groups are fitted to them, and the other pairs are expected from these (cross-validation).
/// The largest tolerance that expects as well as the best one is chosen, as groups that expect
/// nothing better are none: intervals say by how much a latency differs from one time to the next,
/// not what it has beside the lengths of two hosts.
///
/// Arguments as of FindHostTree.
HostTree ChooseHostTree(const PairTimes& times, double tolerance);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_TREE_CHOICE_H_
