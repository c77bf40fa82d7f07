// Bine tree broadcast: a binomial tree whose partners are at negabinary distances. In each round
// every rank that has the message sends it to its partner of that level, the farthest first.
// Partners are nearer than in the binomial tree, which saves traffic on links between groups of
// neighboring ranks.
//
// Source: De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
// Locality" (SC 2025, arXiv 2508.17311); libbine's bcast_bine_lat_new. The source declines numbers
// of ranks that are no power of two.
// Cost for p ranks and m bytes, Hockney: lg p (alpha + m beta), as the binomial tree.
#include "algorithms/phases/bine.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return BcastAlongTree(shape, Bine(ToRelative(shape, rank), shape.ranks));
}

}  // namespace

Algorithm BcastBine() {
  return {
      .collective = Collective::kBcast,
      .name = "bine",
      .summary = "a binomial tree with nearer partners, at distances 1, -1, 3, -5, 11, ..",
      .source = "De Sensi et al. 2025",
      .parameters = {},
      .limits = {kPowerOfTwoRanks},
      .build = Build,
  };
}

}  // namespace colltune
