// Plans of network experiments: who talks to whom at the same time, no rank with two others'
// groups.
#ifndef COLLTUNE_MEASURE_NETWORK_PAIRINGS_H_
#define COLLTUNE_MEASURE_NETWORK_PAIRINGS_H_

#include <span>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

/// A rank and those it sends to, in that order.
struct Group {
  Rank from = 0;
  std::vector<Rank> to;

  friend bool operator==(const Group&, const Group&) = default;
};

/// Groups that share no rank.
using GroupRound = std::vector<Group>;

/// Each pair i -> {j}, i < j, once, by the circle method (Lucas, Recreations mathematiques, vol. 2,
/// 1883): n-1 rounds for an even number of ranks n, n for an odd one. No plan has fewer.
std::vector<GroupRound> PairRounds(int ranks);

/// Each rank with each two others, i -> {j, k}, j < k, once: what point-to-two experiments take.
/// Greedy; see LeastTripletRounds for what is possible. Up to 40 ranks it takes at most 1.22 times
/// as many rounds as that. Needs some n^3 / 2 groups: for tens of ranks, not for hundreds.
std::vector<GroupRound> TripletRounds(int ranks);

/// No plan for n ranks has fewer rounds: in each there are at most n/3 of the n(n-1)(n-2)/6 sets
/// of three, and each set takes three rounds, one for each of its ranks as the sender. With 3 | n
/// a plan of that many exists (Baranyai 1975).
int LeastTripletRounds(int ranks);

/// Each rank i once with the `leaves` ranks that follow it, i -> {i+1, ..., i+leaves} modulo n, in
/// ceil(n / floor(n / (leaves+1))) rounds. No plan has fewer. Requires 1 <= leaves < ranks.
std::vector<GroupRound> FanRounds(int ranks, int leaves);

/// The same groups in more rounds, so that no two in a round have ranks on one host, whose links
/// they would share: first fit, in their order. `hosts` has a number for each rank.
std::vector<GroupRound> ApartByHosts(std::span<const GroupRound> rounds,
                                     std::span<const int> hosts);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_PAIRINGS_H_
