// Collectives in three levels: among the ranks of each host, among one rank of each host of a site,
// and among one rank of each site.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_THREE_LEVEL_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_THREE_LEVEL_H_

#include <array>
#include <span>

#include "algorithms/limits.h"
#include "algorithms/phases/trees.h"
#include "algorithms/topology/two_level.h"

namespace colltune {

inline constexpr Limit kThreeLevels = {
    "several sites, and hosts with several ranks", [](const Shape& shape, const Parameters&) {
      const Places* const places = shape.places;
      return places != nullptr && places->sites() > 1 &&
             static_cast<int>(places->hosts().size()) < shape.ranks;
    }};

/// The parties of a rank: those of its host, the leaders of its site's hosts, and those of the
/// sites. The root leads its host and its site. A rank has a place among leaders only where it
/// leads.
struct ThreeLevels {
  std::array<Party, 3> parties;

  std::span<const Party> below() const { return {parties.data(), 2}; }  ///< within its site
  const Party& sites() const { return parties.back(); }
  Rank site_leader() const { return parties[1].ranks.front(); }
};

ThreeLevels ThreeLevelsOf(const Places& places, Rank root, Rank rank);

/// A rank's place in the tree that is binomial among the ranks of each of the parties, the
/// innermost of which comes first. Parent and children are ranks; those of the outer parties come
/// first.
Node BinomialOf(std::span<const Party> parties);

/// Segment by segment down the tree of `node`, as BinomialOf makes it.
Schedule BcastAlong(const Node& node, const Segments& segments);

/// Segment by segment up that tree to shape.root, what is nearest first. Requires a commutative
/// operation.
Schedule ReduceAlong(const Shape& shape, Rank rank, const Node& node, const Segments& segments);

/// A barrier up the tree of `node`, dissemination between the leaders, in whom its parts end, and
/// down again.
Schedule BarrierAlong(const Shape& shape, const Node& node, const Party& leaders);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_THREE_LEVEL_H_
