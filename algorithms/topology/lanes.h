// Collectives in two levels in which all ranks of a group do the same. Ranks of equal number in
// their groups form a lane. So each of the q ranks of a host sends a q-th of the data that have to
// leave the host.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020).
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_LANES_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_LANES_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "algorithms/phases/tree_phases.h"
#include "algorithms/places.h"
#include "algorithms/topology/rank_order.h"
#include "algorithms/topology/two_level.h"

namespace colltune {

/// Grid of the ranks, as one rank sees it: rank At(g, l) is that of lane l in group g. `root` is
/// At(0, 0). Requires places.HaveEqualGroups().
class Lanes {
 public:
  Lanes(const Places& places, Rank rank, Rank root = 0)
      : order_(GroupedOrder(places, root)),
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

  /// Returns rank number `i` of all, lane behind lane, those of a lane by group.
  Rank ByLane(int i) const { return At(i % groups_, i / groups_); }

  /// Return the ranks of this rank's group, by lane, and of its lane, by group. So the root is the
  /// first of its group and of its lane.
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

/// Builds a reduce-scatter of the vectors of a party, which are its ranks' inputs, in as many parts
/// as ranks. This rank's sum, of the part with its number in the party, comes to lie in `sum`. In
/// place, `sum` is the beginning of the input. Uses scratch memory from element `scratch` on, up to
/// three times the vector. Operands are combined in the order of the party if the operation does
/// not commute.
Schedule ReduceScatterInParts(const Subgroup& party, const Shape& shape, const Block& sum,
                              std::int64_t scratch);

/// Returns pieces for a binomial tree of a party: `count` elements for each of its ranks, in
/// scratch memory, from this rank's own on.
PiecesOfTree BinomialPieces(const Subgroup& party, std::int64_t count);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_LANES_H_
