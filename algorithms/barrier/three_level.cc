// Barrier in three levels: up binomial trees within each host and among the hosts of each site,
// dissemination between one rank of each site, and down the trees again.
//
// Source: Karonis et al., "Exploiting Hierarchy in Parallel Computer Networks to Optimize
// Collective Operation Performance" (IPDPS 2000), section 3; MPICH's MPIR_Barrier_intra_smp, which
// has two levels.
// Cost for s sites of h hosts of q ranks: ceil(lg s) messages between sites, 2 ceil(lg h) between
// hosts and 2 ceil(lg q) within them.
#include "algorithms/topology/three_level.h"

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const ThreeLevels levels = ThreeLevelsOf(*shape.places, 0, rank);
  return BarrierAlong(shape, BinomialOf(levels.below()), levels.sites());
}

}  // namespace

Algorithm BarrierThreeLevel() {
  return {
      .collective = Collective::kBarrier,
      .name = "three_level",
      .summary = "up within each host, then each site, then between sites, then down again",
      .source = "Karonis et al. 2000, section 3; MPICH, Barrier_intra_smp",
      .parameters = {},
      .limits = {kKnownPlaces, kThreeLevels},
      .build = Build,
  };
}

}  // namespace colltune
