// Reduction in three levels: bcast:three_level backwards.
//
// Source: as bcast/three_level.cc.
// Cost for s sites of h hosts of q ranks: ceil(lg q) messages within a host, ceil(lg h) between
// hosts and ceil(lg s) between sites.
#include "algorithms/topology/three_level.h"

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const ThreeLevels levels = ThreeLevelsOf(*shape.places, shape.root, rank);
  return ReduceAlong(shape, rank, BinomialOf(levels.parties), Segments(shape, parameters.segment));
}

}  // namespace

Algorithm ReduceThreeLevel() {
  return {
      .collective = Collective::kReduce,
      .name = "three_level",
      .summary = "binomial trees within hosts, then among the hosts of each site, then among sites",
      .source = "Karonis et al. 2000, section 3",
      .parameters = {Segment()},
      .limits = {kKnownPlaces, kThreeLevels, kFewSegments, kCommutative},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
