// Broadcasts in two levels: from the root to one rank of each other site (or host, where there is
// but one site), and then within each.
//
// Source: Karonis et al., "Exploiting Hierarchy in Parallel Computer Networks to Optimize
// Collective Operation Performance" (IPDPS 2000); Kielmann et al., "MagPIe: MPI's Collective
// Communication Operations for Clustered Wide Area Systems" (PPoPP 1999), section 3.
//
// Cost: that of the broadcast between groups, and of that within the largest group.
#include "algorithms/topology/two_level.h"

#include <array>

namespace colltune {
namespace {

// Algorithms between groups: flat is best for few sites, a tree for many hosts, and
// scatter_ring_allgather for large messages. The last one sends in segments.
constexpr std::array<std::string_view, 4> kBetween = {"flat", "binomial", "scatter_ring_allgather",
                                                      "chain_pipelined"};
constexpr auto kBetweenWhole = std::span(kBetween).first<3>();
constexpr std::array<std::string_view, 2> kWithin = {"binomial", "scatter_ring_allgather"};

Phases Whole(const Parameters& parameters) {
  return {{PhaseOf(Collective::kBcast, kWithin, parameters.within)},
          PhaseOf(Collective::kBcast, kBetweenWhole, parameters.between)};
}

Phases Chain(const Parameters& parameters) {
  return {{FindAlgorithm(Collective::kBcast, "chain_pipelined")},
          PhaseOf(Collective::kBcast, kBetween, parameters.between)};
}

}  // namespace

Algorithm BcastTwoLevel() {
  return {
      .collective = Collective::kBcast,
      .name = "two_level",
      .summary = "to one rank of each site or host, then within them",
      .source = "Kielmann et al. 1999; Karonis et al. 2000",
      .parameters = {Within(kWithin), Between(kBetweenWhole)},
      .limits = {kKnownPlaces, kLevels, kSuitableParties<Whole>},
      .divides = true,
      .build = InPhases<Whole, TwoLevelBcast>,
  };
}

Algorithm BcastTwoLevelChain() {
  return {
      .collective = Collective::kBcast,
      .name = "two_level_chain",
      .summary = "to one rank of each site or host, then chain_pipelined within them",
      .source = "Kielmann et al. 1999; Karonis et al. 2000",
      .parameters = {Between(kBetween), Segment()},
      .limits = {kKnownPlaces, kLevels, kSuitableParties<Chain>},
      .divides = true,
      .build = InPhases<Chain, TwoLevelBcast>,
  };
}

}  // namespace colltune
