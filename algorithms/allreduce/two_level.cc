// Allreduce in two levels: reductions within each site (or host, where there is but one site), an
// allreduce between one rank of each, and broadcasts within them.
//
// Source: Kielmann et al., "MagPIe: MPI's Collective Communication Operations for Clustered Wide
// Area Systems" (PPoPP 1999), section 3; MPICH's MPIR_Allreduce_intra_smp.
// Cost: that of the allreduce between groups, and of the reduction and the broadcast within the
// largest group.
#include "algorithms/topology/two_level.h"

#include <array>

namespace colltune {
namespace {

// Algorithms that reduce within groups, and those that bring back the result by messages as large.
constexpr std::array<std::string_view, 2> kReduce = {"binomial", "rabenseifner"};
constexpr std::array<std::string_view, 2> kBcast = {"binomial", "scatter_ring_allgather"};

const Algorithm* BetweenOf(const Parameters& parameters) {
  return PhaseOf(Collective::kAllreduce, kAllreduceBetween, parameters.between);
}

Phases Whole(const Parameters& parameters) {
  return {{PhaseOf(Collective::kReduce, kReduce, parameters.within),
           PhaseOf(Collective::kBcast, kBcast, parameters.within)},
          BetweenOf(parameters)};
}

Phases Chain(const Parameters& parameters) {
  return {{FindAlgorithm(Collective::kReduce, "chain"),
           FindAlgorithm(Collective::kBcast, "chain_pipelined")},
          BetweenOf(parameters)};
}

}  // namespace

Algorithm AllreduceTwoLevel() {
  return {
      .collective = Collective::kAllreduce,
      .name = "two_level",
      .summary = "reduced within each site or host, then between them, then broadcast within them",
      .source = "Kielmann et al. 1999; MPICH, Allreduce_intra_smp",
      .parameters = {Within(kReduce), Between(kAllreduceBetween)},
      .limits = {kKnownPlaces, kLevels, kCommutative, kSuitableParties<Whole>},
      .divides = true,
      .build = InPhases<Whole, TwoLevelAllreduce>,
  };
}

Algorithm AllreduceTwoLevelChain() {
  return {
      .collective = Collective::kAllreduce,
      .name = "two_level_chain",
      .summary = "chain within each site or host, then between them, then chain_pipelined back",
      .source = "Kielmann et al. 1999",
      .parameters = {Between(kAllreduceBetween), Segment()},
      .limits = {kKnownPlaces, kLevels, kCommutative, kSuitableParties<Chain>},
      .divides = true,
      .build = InPhases<Chain, TwoLevelAllreduce>,
  };
}

}  // namespace colltune
