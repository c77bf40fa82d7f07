// Reduce-scatter around a ring: the sum of each block starts behind its owner and goes once around
// the ring, each rank adding its operand.
//
// Source: Open MPI's ompi_coll_base_reduce_scatter_intra_ring; Patarasuk & Yuan, "Bandwidth optimal
// all-reduce algorithms for clusters of workstations" (JPDC 2009), as the first half of it.
// Cost for p ranks and m bytes in all blocks, Hockney with gamma for combining a byte:
// (p-1) alpha + (p-1)/p m (beta + gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/program.h"

namespace colltune {
namespace {

/// `slot(block)`: scratch element for a block; the block behind it has another one.
template <typename Slot>
Schedule Build(const Shape& shape, Rank rank, Slot slot) {
  const Block own = Output(0, 1);
  Schedule schedule;
  if (shape.ranks == 1) return schedule.Copy(Input(0, 1), own);
  const Pieces operands = [](int first, int last) { return Input(first, last - first); };
  const Pieces arriving = [&](int block, int) {
    return block == rank && !shape.in_place ? own : Scratch(slot(block), 1);
  };
  AppendRingReduceScatter(schedule, shape.ranks, rank, operands, arriving, false, PlaceIsRank);
  if (shape.in_place) schedule.Copy(Scratch(slot(rank), 1), own);
  return schedule;
}

/// Builds the schedule for blocks of equal size: scratch elements are used in turn.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters&) {
  return Build(shape, rank, [&](int block) {
    const int round = Around(rank, -block - 2 + shape.ranks, shape.ranks);
    return round % kSlotsInTurn;
  });
}

/// Builds the schedule for blocks of any size: a scratch element is as large as the block of that
/// number.
Schedule BuildVector(const Shape& shape, Rank rank, const Parameters&) {
  return Build(shape, rank, [](int block) { return block; });
}

}  // namespace

Algorithm ReduceScatterBlockRing() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "ring",
      .summary = "the sum of each block goes around a ring to its owner",
      .source = "Open MPI, reduce_scatter_intra_ring; Patarasuk & Yuan 2009",
      .parameters = {},
      .limits = {kCommutative},
      .build = BuildBlock,
  };
}

Algorithm ReduceScatterRing() {
  Algorithm algorithm = ReduceScatterBlockRing();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.build = BuildVector;
  return algorithm;
}

}  // namespace colltune
