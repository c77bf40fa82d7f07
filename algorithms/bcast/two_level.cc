// Broadcasts in two levels: the root sends the message once to each other site (or host, where
// there is but one site), whose leader passes it on there.
//
// Source: Karonis et al., "Exploiting Hierarchy in Parallel Computer Networks to Optimize
// Collective Operation Performance" (IPDPS 2000); Kielmann et al., "MagPIe: MPI's Collective
// Communication Operations for Clustered Wide Area Systems" (PPoPP 1999), section 3.
//
// Cost for s sites: that of s-1 messages between them, and of the broadcast within the largest.
#include "algorithms/two_level.h"

namespace colltune {

Algorithm BcastTwoLevelChain() {
  return {
      .collective = Collective::kBcast,
      .name = "two_level_chain",
      .summary = "to one rank of each site or host, then chain_pipelined within them",
      .source = "Kielmann et al. 1999; Karonis et al. 2000",
      .parameters = {Segment()},
      .limits = {kKnownPlaces, kLevels, kFewSegments},
      .divides = true,
      .build =
          [](const Shape& shape, Rank rank, const Parameters& parameters) {
            return TwoLevelBcast("chain_pipelined", shape, rank, parameters);
          },
  };
}

Algorithm BcastTwoLevelScatterRingAllgather() {
  return {
      .collective = Collective::kBcast,
      .name = "two_level_scatter_ring_allgather",
      .summary = "to one rank of each site or host, then scatter_ring_allgather within them",
      .source = "Kielmann et al. 1999; Karonis et al. 2000",
      .parameters = {},
      .limits = {kKnownPlaces, kLevels},
      .divides = true,
      .build =
          [](const Shape& shape, Rank rank, const Parameters& parameters) {
            return TwoLevelBcast("scatter_ring_allgather", shape, rank, parameters);
          },
  };
}

}  // namespace colltune
