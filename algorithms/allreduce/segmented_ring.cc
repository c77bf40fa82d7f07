// Segmented ring allreduce: the ring allreduce whose reduce-scatter is done in phases, in each of
// which one segment of every part goes around the ring, so that what has arrived is combined while
// it is in the cache, and little is set aside. The allgather is of whole parts.
//
// Source: Open MPI's ompi_coll_base_allreduce_intra_ring_segmented, which rounds the number of
// phases where here no segment is larger than was asked for.
// Cost for p ranks, m bytes and n phases, Hockney with gamma for combining a byte:
// (n+1)(p-1) alpha + 2 (p-1)/p m beta + (p-1)/p m gamma.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Pieces parts = [&shape](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, shape.ranks, first, last);
  };
  Schedule schedule;
  if (shape.ranks == 1) return schedule.Copy(Input(0, shape.elements), Output(0, shape.elements));
  Shape largest = shape;  // of the parts
  largest.elements = parts(0, 1).count;
  const int phases = static_cast<int>(Segments(largest, parameters.segment).count());
  for (int phase = 0; phase < phases; ++phase) {
    const Pieces segments = [&parts, phases, phase](int first, int last) {
      const Block part = parts(first, last);
      Block segment = Parts(part.buffer, part.count, phases, phase, phase + 1);
      segment.first += part.first;
      return segment;
    };
    AppendRingReduceScatterInOutput(schedule, shape, rank, segments);
  }
  AppendRingAllgather(schedule, shape.ranks, rank, parts, PlaceIsRank);
  return schedule;
}

}  // namespace

Algorithm AllreduceSegmentedRing() {
  return {
      .collective = Collective::kAllreduce,
      .name = "segmented_ring",
      .summary = "the ring, which combines one segment of all parts at a time",
      .source = "Open MPI, allreduce_intra_ring_segmented",
      .parameters = {Segment()},
      .limits = {kCommutative, kElementPerRank, kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
