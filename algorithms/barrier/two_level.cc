// Barrier in two levels: up a binomial tree within each site (or host, where there is but one
// site), dissemination between one rank of each, and down the trees again.
//
// Source: Kielmann et al., "MagPIe: MPI's Collective Communication Operations for Clustered Wide
// Area Systems" (PPoPP 1999), section 3; MPICH's MPIR_Barrier_intra_smp.
// Cost for s sites: ceil(lg s) messages between them, and 2 ceil(lg q) within the largest, of q
// ranks.
#include "algorithms/algorithm.h"
#include "algorithms/topology/three_level.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const TwoLevels levels = LevelsOf(*shape.places, 0, rank);
  return BarrierAlong(shape, BinomialOf({&levels.group, 1}), levels.leaders);
}

}  // namespace

Algorithm BarrierTwoLevel() {
  return {
      .collective = Collective::kBarrier,
      .name = "two_level",
      .summary = "up within each site or host, then between them, then down within them",
      .source = "Kielmann et al. 1999; MPICH, Barrier_intra_smp",
      .parameters = {},
      .limits = {kKnownPlaces, kLevels},
      .build = Build,
  };
}

}  // namespace colltune
