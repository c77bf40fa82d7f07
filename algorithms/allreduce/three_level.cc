// Allreduce in three levels: up binomial trees within each host and among the hosts of each site,
// recursive doubling between one rank of each site, and down the trees again.
//
// Source: Karonis et al., "Exploiting Hierarchy in Parallel Computer Networks to Optimize
// Collective Operation Performance" (IPDPS 2000), section 3; MPICH's MPIR_Allreduce_intra_smp,
// which has two levels.
// Cost for s sites of h hosts of q ranks: ceil(lg s) messages between sites, 2 ceil(lg h) between
// hosts and 2 ceil(lg q) within them.
#include "algorithms/topology/three_level.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const ThreeLevels levels = ThreeLevelsOf(*shape.places, 0, rank);
  const Node node = BinomialOf(levels.below());
  const Segments whole(shape, kUndivided);
  Shape within = shape;
  within.root = levels.site_leader();
  Schedule schedule;
  schedule.Append(ReduceAlong(within, rank, node, whole));
  if (levels.sites().self >= 0) {
    Shape between = shape;
    between.in_place = true;
    const Algorithm& doubling = *FindAlgorithm(Collective::kAllreduce, "recursive_doubling");
    schedule.Append(BuildAmong(levels.sites(), doubling, between, parameters), FromOutput);
  }
  return schedule.Append(BcastAlong(node, whole));
}

}  // namespace

Algorithm AllreduceThreeLevel() {
  return {
      .collective = Collective::kAllreduce,
      .name = "three_level",
      .summary = "reduced within each host, each site, then between sites, then broadcast",
      .source = "Karonis et al. 2000, section 3; MPICH, Allreduce_intra_smp",
      .parameters = {},
      .limits = {kKnownPlaces, kThreeLevels, kCommutative},
      .build = Build,
  };
}

}  // namespace colltune
