// Agreement of all ranks on the largest block of a call, before the schedule.
//
// In alltoallv and alltoallw a rank knows the sizes of its own blocks only. A rank that passes
// blocks of others on needs memory for any of them. So algorithms with the parameter `padded` begin
// with an allreduce of the maximum, of 8 bytes. They then keep each block in a slot, which has the
// size of the block, and as many bytes as the largest block.
#ifndef COLLTUNE_ALGORITHMS_AGREEMENT_H_
#define COLLTUNE_ALGORITHMS_AGREEMENT_H_

#include <cstdint>
#include <limits>

#include "algorithms/algorithm.h"

namespace colltune {

/// Size of a block, in its slot, in bytes.
using SlotSize = std::uint32_t;
static_assert(kMostParameter <= std::numeric_limits<SlotSize>::max());

/// Whether all ranks agree on the largest block before they perform the choice's schedule.
inline bool Agrees(const Choice& choice) { return choice.parameters.padded > 0; }

/// Whether an algorithm that agrees keeps blocks of this size in slots.
inline bool FitSlots(const Shape& shape, const Parameters& parameters) {
  return shape.elements * shape.element.count <= parameters.padded;
}

/// Returns the allreduce by which ranks agree, and its shape among the ranks of `shape`.
const Choice& Agreement();
Shape AgreementShape(const Shape& shape);

/// Returns the bytes of an element of the choice's messages: of the shape's element, or of a slot.
Bytes ElementOfMessages(const Choice& choice, const Shape& shape);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_AGREEMENT_H_
