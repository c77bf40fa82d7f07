// Reductions in two levels: within each site (or host, where there is but one site) to a leader,
// and from the leaders to the root.
//
// Source: Kielmann et al., "MagPIe: MPI's Collective Communication Operations for Clustered Wide
// Area Systems" (PPoPP 1999), section 3.
// Cost: that of the reduction within the largest group, and of that between leaders.
#include "algorithms/topology/two_level.h"

#include <array>

namespace colltune {
namespace {

constexpr std::array<std::string_view, 4> kBetween = {"flat", "binomial", "rabenseifner", "chain"};
constexpr auto kBetweenWhole = std::span(kBetween).first<3>();
constexpr std::array<std::string_view, 2> kWithin = {"binomial", "rabenseifner"};

Phases Whole(const Parameters& parameters) {
  return {{PhaseOf(Collective::kReduce, kWithin, parameters.within)},
          PhaseOf(Collective::kReduce, kBetweenWhole, parameters.between)};
}

Phases Chain(const Parameters& parameters) {
  return {{FindAlgorithm(Collective::kReduce, "chain")},
          PhaseOf(Collective::kReduce, kBetween, parameters.between)};
}

}  // namespace

Algorithm ReduceTwoLevel() {
  return {
      .collective = Collective::kReduce,
      .name = "two_level",
      .summary = "within each site or host, and from one rank of each to the root",
      .source = "Kielmann et al. 1999",
      .parameters = {Within(kWithin), Between(kBetweenWhole)},
      .limits = {kKnownPlaces, kLevels, kCommutative, kSuitableParties<Whole>},
      .divides = true,
      .build = InPhases<Whole, TwoLevelReduce>,
  };
}

Algorithm ReduceTwoLevelChain() {
  return {
      .collective = Collective::kReduce,
      .name = "two_level_chain",
      .summary = "chain within each site or host, and from one rank of each to the root",
      .source = "Kielmann et al. 1999",
      .parameters = {Between(kBetween), Segment()},
      .limits = {kKnownPlaces, kLevels, kCommutative, kSuitableParties<Chain>},
      .divides = true,
      .build = InPhases<Chain, TwoLevelReduce>,
  };
}

}  // namespace colltune
