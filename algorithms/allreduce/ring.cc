// Ring allreduce: a reduce-scatter around the ring, then an allgather around the ring, of as many
// parts as ranks.
//
// Source: Patarasuk & Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations"
// (JPDC 2009); Open MPI's ompi_coll_base_allreduce_intra_ring.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// 2 (p-1) alpha + 2 (p-1)/p m beta + (p-1)/p m gamma.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Pieces parts = [&shape](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, shape.ranks, first, last);
  };
  Schedule schedule;
  if (shape.ranks == 1) return schedule.Copy(Input(0, shape.elements), Output(0, shape.elements));
  AppendRingReduceScatterInOutput(schedule, shape, rank, parts);
  AppendRingAllgather(schedule, shape.ranks, rank, parts, PlaceIsRank);
  return schedule;
}

}  // namespace

Algorithm AllreduceRing() {
  return {
      .collective = Collective::kAllreduce,
      .name = "ring",
      .summary = "parts go around a ring twice: to be combined, then to be collected",
      .source = "Patarasuk & Yuan 2009; Open MPI, allreduce_intra_ring",
      .parameters = {},
      .limits = {kCommutative, kElementPerRank},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
