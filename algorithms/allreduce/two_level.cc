// Allreduce in two levels: binomial reductions within each site (or host, where there is but one
// site), recursive doubling between one rank of each, and binomial broadcasts within them.
//
// Source: Kielmann et al., "MagPIe: MPI's Collective Communication Operations for Clustered Wide
// Area Systems" (PPoPP 1999), section 3; MPICH's MPIR_Allreduce_intra_smp.
// Cost for s sites: ceil(lg s) messages between them, and 2 ceil(lg q) within the largest, of q
// ranks.
#include "algorithms/two_level.h"

namespace colltune {

Algorithm AllreduceTwoLevel() {
  return {
      .collective = Collective::kAllreduce,
      .name = "two_level",
      .summary = "reduced within each site or host, then between them, then broadcast within them",
      .source = "Kielmann et al. 1999; MPICH, Allreduce_intra_smp",
      .parameters = {},
      .limits = {kKnownPlaces, kLevels, kCommutative},
      .build = TwoLevelAllreduce,
  };
}

}  // namespace colltune
