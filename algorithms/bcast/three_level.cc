// Broadcast in three levels: down a binomial tree among the sites, then one among the hosts of each
// site, then one among the ranks of each host, segment by segment.
//
// Source: Karonis et al., "Exploiting Hierarchy in Parallel Computer Networks to Optimize
// Collective Operation Performance" (IPDPS 2000), section 3, with binomial trees at all levels.
// Cost for s sites of h hosts of q ranks: ceil(lg s) messages between sites, ceil(lg h) between
// hosts and ceil(lg q) within the last.
#include "algorithms/topology/three_level.h"

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const ThreeLevels levels = ThreeLevelsOf(*shape.places, shape.root, rank);
  return BcastAlong(BinomialOf(levels.parties), Segments(shape, parameters.segment));
}

}  // namespace

Algorithm BcastThreeLevel() {
  return {
      .collective = Collective::kBcast,
      .name = "three_level",
      .summary = "binomial trees among sites, then among the hosts of each, then within hosts",
      .source = "Karonis et al. 2000, section 3",
      .parameters = {Segment()},
      .limits = {kKnownPlaces, kThreeLevels, kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
