// All-to-all of blocks of unequal sizes by an algorithm for equal sizes: each block is padded to
// the size of the largest one, on which ranks agree before (agreement.h).
//
// Source: Fan, Gilray, Pascucci, Huang, Micinski & Kumar, "Optimizing the Bruck Algorithm for
// Non-uniform All-to-all Communication" (HPDC 2022), padded Bruck; with radix k: Fan, Domke, Ba &
// Kumar, "Configurable Non-uniform All-to-all Algorithms" (arXiv 2411.02581).
#ifndef COLLTUNE_ALGORITHMS_PHASES_PADDED_H_
#define COLLTUNE_ALGORITHMS_PHASES_PADDED_H_

#include "algorithms/agreement.h"
#include "algorithms/phases/exchanges.h"

namespace colltune {

/// Builds the schedule of `build`, an algorithm of alltoall that passes blocks on in scratch memory
/// alone, with slots in place of scratch memory. Where blocks do not fit slots, builds the flat
/// exchange, which sends each block once and as it is.
template <Schedule (*build)(const Shape&, Rank, const Parameters&)>
Schedule Padded(const Shape& shape, Rank rank, const Parameters& parameters) {
  if (!FitSlots(shape, parameters)) return BoundedExchange(shape, rank, shape.ranks);
  Schedule schedule;
  return schedule.Append(build(shape, rank, parameters), [](const Block& block) {
    return block.buffer == Buffer::kScratch ? Slots(block.first, block.count) : block;
  });
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_PADDED_H_
