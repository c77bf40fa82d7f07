// Allgather by gather and broadcast: the binomial gather to rank 0, then the binomial broadcast of
// all blocks.
//
// Source: Open MPI's ompi_coll_base_allgather_intra_basic_linear composes whatever gather and
// broadcast are in use. Here both are those of Thakur, Rabenseifner & Gropp, "Optimization of
// Collective Communication Operations in MPICH" (IJHPCA 2005).
// Cost for p ranks and blocks of m bytes, Hockney: 2 ceil(lg p) alpha + (p-1) m beta + ceil(lg p) p
// m beta. No allgather should ever be slower.
#include "algorithms/algorithm.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Algorithm& gather = *FindAlgorithm(Collective::kGather, "binomial");
  const Algorithm& bcast = *FindAlgorithm(Collective::kBcast, "binomial");
  // Both parts use the buffers of the whole. The broadcast has one block of all elements.
  Shape part = shape;
  part.root = 0;
  Schedule schedule = gather.build(part, rank, {});
  part.in_place = false;
  part.elements = shape.elements * shape.ranks;
  return schedule.Append(bcast.build(part, rank, {}));
}

}  // namespace

Algorithm AllgatherGatherBcast() {
  return {
      .collective = Collective::kAllgather,
      .name = "gather_bcast",
      .summary = "all blocks are gathered to rank 0 and broadcast from there",
      .source = "Open MPI's allgather_intra_basic_linear, with binomial trees",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
