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

/// Parties of a rank: the ranks of its host, the leaders of its site's hosts, and the leaders of
/// the sites. The root leads its host and its site. A rank has a place among leaders only if it
/// leads.
struct ThreeLevels {
  std::array<Subgroup, 3> parties;

  std::span<const Subgroup> below() const {
    return {parties.data(), 2};
  }  ///< within the rank's site
  const Subgroup& sites() const { return parties.back(); }
  Rank site_leader() const { return parties[1].ranks.front(); }
};

ThreeLevels ThreeLevelsOf(const Places& places, Rank root, Rank rank);

/// Returns a rank's node in the tree that is binomial among the ranks of each party. `parties`
/// begins with the innermost one. Parent and children are ranks; children of outer parties come
/// first.
Node BinomialOf(std::span<const Subgroup> parties);

/// Builds a broadcast, segment by segment, down the tree of `node` from BinomialOf.
Schedule BcastAlong(const Node& node, const Segments& segments);

/// Builds a reduction, segment by segment, up the tree of `node` to shape.root; the nearest
/// children come first. Requires a commutative operation.
Schedule ReduceAlong(const Shape& shape, Rank rank, const Node& node, const Segments& segments);

/// Builds a barrier: up the tree of `node`, dissemination between `leaders`, the roots of the
/// tree's parts, and down again.
Schedule BarrierAlong(const Shape& shape, const Node& node, const Subgroup& leaders);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_THREE_LEVEL_H_
