// Reductions in two levels: within each site (or host, where there is but one site) to a leader,
// and from the leaders to the root.
//
// Source: Kielmann et al., "MagPIe: MPI's Collective Communication Operations for Clustered Wide
// Area Systems" (PPoPP 1999), section 3.
// Cost for s sites: that of the reduction within the largest, and of s-1 messages between them.
#include "algorithms/two_level.h"

namespace colltune {

Algorithm ReduceTwoLevelChain() {
  return {
      .collective = Collective::kReduce,
      .name = "two_level_chain",
      .summary = "chain within each site or host, and from one rank of each to the root",
      .source = "Kielmann et al. 1999",
      .parameters = {Segment()},
      .limits = {kKnownPlaces, kLevels, kFewSegments, kCommutative},
      .divides = true,
      .build =
          [](const Shape& shape, Rank rank, const Parameters& parameters) {
            return TwoLevelReduce("chain", shape, rank, parameters);
          },
  };
}

Algorithm ReduceTwoLevelRabenseifner() {
  return {
      .collective = Collective::kReduce,
      .name = "two_level_rabenseifner",
      .summary = "rabenseifner within each site or host, and from one rank of each to the root",
      .source = "Kielmann et al. 1999",
      .parameters = {},
      .limits = {kKnownPlaces, kLevels, kElementPerPowerOfTwo, kCommutative},
      .divides = true,
      .build =
          [](const Shape& shape, Rank rank, const Parameters& parameters) {
            return TwoLevelReduce("rabenseifner", shape, rank, parameters);
          },
  };
}

}  // namespace colltune
