// Collectives in two levels in which all ranks of a group do the same. Ranks of equal number in
// their groups form a lane. So each of the q ranks of a host sends a q-th of the data that have to
// leave the host.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020).
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_LANES_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_LANES_H_

#include <cstddef>
#include <memory>

#include "algorithms/places.h"
#include "algorithms/topology/rank_order.h"
#include "algorithms/topology/two_level.h"

namespace colltune {

/// Grid of the ranks, as one rank sees it: rank At(g, l) is that of lane l in group g. Requires
/// places.HaveEqualGroups().
class Lanes {
 public:
  Lanes(const Places& places, Rank rank)
      : order_(GroupedOrder(places, 0)),
        groups_(static_cast<int>(order_->groups.size()) - 1),
        lanes_(places.ranks() / groups_),
        place_(order_->place_of[static_cast<std::size_t>(rank)]) {}

  int groups() const { return groups_; }
  int lanes() const { return lanes_; }
  int group() const { return place_ / lanes_; }  ///< this rank's group
  int lane() const { return place_ % lanes_; }   ///< this rank's lane

  Rank At(int group, int lane) const {
    const int place = group * lanes_ + lane;
    return order_->rank_at[static_cast<std::size_t>(place)];
  }

  /// Return the ranks of this rank's group, by lane, and of its lane, by group.
  Subgroup Group() const {
    Subgroup party{{}, lane()};
    for (int l = 0; l < lanes_; ++l) party.ranks.push_back(At(group(), l));
    return party;
  }
  Subgroup Lane() const {
    Subgroup party{{}, group()};
    for (int g = 0; g < groups_; ++g) party.ranks.push_back(At(g, lane()));
    return party;
  }

 private:
  std::shared_ptr<const RankOrder> order_;
  int groups_;
  int lanes_;
  int place_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_LANES_H_
