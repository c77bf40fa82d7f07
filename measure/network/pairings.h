// Plans of network experiments: groups that communicate at the same time, no rank in two of them.
#ifndef COLLTUNE_MEASURE_NETWORK_PAIRINGS_H_
#define COLLTUNE_MEASURE_NETWORK_PAIRINGS_H_

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/shape.h"

namespace colltune::measure {

/// A sender and its receivers, in the order of its messages.
struct Group {
  Rank from = 0;
  std::vector<Rank> to;

  friend bool operator==(const Group&, const Group&) = default;
};

/// Groups that share no rank.
using GroupRound = std::vector<Group>;

/// Plans each pair i -> {j}, i < j, once, by the circle method (Lucas, Recreations mathematiques,
/// vol. 2, 1883): n-1 rounds for an even number of ranks n, n for an odd one. No plan has fewer.
std::vector<GroupRound> PairRounds(int ranks);

/// Returns evenly spread rounds of PairRounds with at most `most` pairs in all, but one round at
/// least.
std::vector<GroupRound> SpreadPairRounds(int ranks, std::size_t most);

/// Plans the pairs, the lower rank first, by first fit: each is in the first round where both ranks
/// are free, so that pairs that come first are in the first rounds.
std::vector<GroupRound> RoundsOf(std::span<const std::pair<Rank, Rank>> pairs, int ranks);

/// Plans point-to-two experiments: each rank with each two others, i -> {j, k}, j < k, once.
/// Greedy: up to 40 ranks at most 1.22 times the fewest rounds that any plan has. Returns some
/// n^3 / 2 groups: for tens of ranks, not for hundreds.
std::vector<GroupRound> TripletRounds(int ranks);

/// Plans each rank i once with the `leaves` ranks after it, i -> {i+1, ..., i+leaves} modulo n, in
/// ceil(n / floor(n / (leaves+1))) rounds. No plan has fewer. Requires 1 <= leaves < ranks.
std::vector<GroupRound> FanRounds(int ranks, int leaves);

/// Splits rounds so that no two groups of a round have ranks on one host, whose links they would
/// share: first fit, in the order of the groups. `hosts` has a host number for each rank.
std::vector<GroupRound> ApartByHosts(std::span<const GroupRound> rounds,
                                     std::span<const int> hosts);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_PAIRINGS_H_
