// Bine reduce-scatter: a butterfly whose partners are at negabinary distances .. -5, 3, -1, 1. In
// each round a rank sends the half of its sums that its partner keeps, the farthest partner first.
// The kept blocks are those of ranks that follow each other around the ring.
//
// The first round sends operands where they lie, in at most two parts. From then on the sums lie in
// scratch memory in the order around the ring, so that each half is one part.
//
// Source: De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
// Locality" (SC 2025, arXiv 2508.17311), the distance-halving butterfly. The source declines
// numbers of ranks that are no power of two.
// Cost for p ranks and m bytes in all blocks, Hockney with gamma for combining a byte:
// lg p alpha + (p-1)/p m (beta + gamma), as recursive halving.
#include "algorithms/phases/bine.h"

#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

/// Blocks of ranks that follow each other around the ring, in scratch memory. Ranks go on beyond
/// p-1. Rank r's block is element `offset` + r.
struct Window {
  std::int64_t offset;

  Block At(Rank first, int count) const { return Scratch(offset + first, count); }
};

/// Appends the first round: receives operands of the blocks from `begin` on into `sums`, and adds
/// this rank's own.
void AppendFirstRound(Schedule& schedule, int p, Rank rank, Rank begin, const Window& sums) {
  const int levels = BineLevels(p);
  const Rank partner = BinePartner(rank, levels, p);
  schedule.Receive(partner, sums.At(begin, p / 2));
  schedule.Send(partner, AroundRing(BineGroup(partner, levels - 1, p), p / 2, p, Buffer::kInput));
  Rank at = begin;
  for (const Block& operands : AroundRing(begin, p / 2, p, Buffer::kInput)) {
    const auto count = static_cast<int>(operands.count);
    schedule.Reduce(operands, sums.At(at, count));
    at += count;
  }
}

/// Builds the exchange with `sums` and `arriving`, two windows from `begin` on.
Schedule BuildIn(const Window& sums, const Window& arriving, int p, Rank rank, Rank begin) {
  Schedule schedule;
  AppendFirstRound(schedule, p, rank, begin, sums);
  for (int level = BineLevels(p) - 1; level > 0; --level) {
    const int count = 1 << (level - 1);
    const bool keeps_lower = BineGroup(rank, level - 1, p) == begin % p;
    const Rank kept = keeps_lower ? begin : begin + count;
    const Rank sent = keeps_lower ? begin + count : begin;
    const Rank partner = BinePartner(rank, level, p);
    schedule.NextRound().Receive(partner, arriving.At(kept, count));
    schedule.Send(partner, sums.At(sent, count));
    schedule.Reduce(arriving.At(kept, count), sums.At(kept, count));
    begin = kept;
  }
  // Writes the output last, since the first element written to it may invalidate the input.
  return schedule.Copy(sums.At(begin, 1), Output(0, 1));
}

/// Builds reduce_scatter_block, whose blocks are of equal size.
Schedule BuildBlock(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  if (p == 1) return Schedule().Copy(Input(0, 1), Output(0, 1));
  const Rank begin = BineGroup(rank, BineLevels(p) - 1, p);
  return BuildIn({-begin}, {p / 2 - begin}, p, rank, begin);
}

/// Builds reduce_scatter, in elements of the scratch buffer that are as large as the blocks.
Schedule BuildVector(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  if (p == 1) return Schedule().Copy(Input(0, 1), Output(0, 1));
  return BuildIn({0}, {p}, p, rank, BineGroup(rank, BineLevels(p) - 1, p));
}

}  // namespace

Algorithm ReduceScatterBlockBine() {
  return {
      .collective = Collective::kReduceScatterBlock,
      .name = "bine",
      .summary = "partners at distances .. -5, 3, -1, 1 give each other half of their blocks",
      .source = "De Sensi et al. 2025",
      .parameters = {},
      .limits = {kPowerOfTwoRanks, kCommutative},
      .build = BuildBlock,
  };
}

Algorithm ReduceScatterBine() {
  Algorithm algorithm = ReduceScatterBlockBine();
  algorithm.collective = Collective::kReduceScatter;
  algorithm.build = BuildVector;
  return algorithm;
}

}  // namespace colltune
