// Pairs of hosts whose round trips tell the tree of hosts.
#ifndef COLLTUNE_MODELS_FEATURES_PAIR_DESIGN_H_
#define COLLTUNE_MODELS_FEATURES_PAIR_DESIGN_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "models/features/host_tree.h"

namespace colltune::models {

using HostPair = std::pair<std::size_t, std::size_t>;  ///< the lower host first

/// Returns the most pairs that a design takes on usual machines, with one pair in two evenly spread
/// rounds for each host: 6 H + H/2 log2 H for H hosts, which is at most 2 H log2 H from 16 hosts
/// on. It is below H (H-1) / 2, all pairs, from 18 hosts on.
double MostDesignedPairs(std::size_t hosts);

/// Returns pairs to time next, in the light of those that are known, those that tell most first;
/// none once the tree is certain. Called again with their times. In this order:
///  1. two hubs, hosts 0 and H/2, with all hosts: they tell which hosts are far, and which are on
///     the hubs' own switches;
///  2. each host i with i + d, where d is the usual distance of two hosts on a hub's switch: 1 for
///     ranks placed host by host, the number of racks for ranks placed in turns;
///  3. in each group that FindHostTree finds, two hubs with all members, one of them as fast as
///     any: a group of hosts on several switches falls apart, and each link's own rate shows;
///  4. the fastest host of each group of hosts with that of each other one, a part of them at a
///     time, in case groups turn out to be one; this also tells the levels above, and lines.
///
/// H hosts in S racks take 2 H + H + 2 H + S^2/2 pairs, less those that are the same. S^2/2 is at
/// most H/2 log2 H for racks of sqrt(H / log2 H) hosts or more: 5 H + H/2 log2 H in all. It takes H
/// more for each level of the tree whose latencies hide those within: of sites far apart where
/// latencies are noisy, say. Other machines take more:
///  - racks of two hosts: H^2/8;
///  - ranks in random order: about H S/2.
/// Errors of latencies of 1 % leave a tree exact where ranks are placed host by host; in a random
/// order some hosts may be taken for those of another rack.
std::vector<HostPair> NextPairs(const PairTimes& times, double tolerance);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_PAIR_DESIGN_H_
