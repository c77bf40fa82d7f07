// Proves that the schedules of all ranks, taken together, do what MPI promises of a collective.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_VERIFIER_H_
#define COLLTUNE_ALGORITHMS_VERIFY_VERIFIER_H_

#include <span>
#include <string>

#include "algorithms/algorithm.h"

namespace colltune {

/// Follows every element through the schedules of all ranks, symbolically, and returns the first
/// fault found, or an empty text for schedules that are right. Right means:
///  - every rank ends with exactly the elements that the collective promises it; for a reduction,
///    with each operand once, and in the order of ranks unless shape.commutative;
///  - after a barrier every rank has heard, over any number of messages, of every other's entry;
///  - each send meets a receive of the same number of elements, matched in order, and in the
///    vector collectives of elements of the same size, or of slots on both sides;
///  - no deadlock although every send waits for its receiver (rendezvous). A program that ends
///    then ends with buffered sends too, since buffering only lets a rank go on earlier and the
///    order of matching depends on the schedules alone;
///  - a round has at most one message to each rank and one from each;
///  - a block that is received into overlaps no other block of the round's messages, a step's two
///    blocks do not overlap (unless a copy in place changes nothing), every block lies in its
///    buffer, the input is never written, and nothing is read that was never written;
///  - with shape.in_place, all of this in buffers that share memory;
///  - what each rank performs ahead of its rounds (RunAhead) brings the same: see CheckProgram.
/// Requires one schedule for each rank of the shape, and for the vector collectives a shape of one
/// element. Takes time and memory in proportion to the elements that are moved.
std::string Verify(Collective collective, const Shape& shape, std::span<const Schedule> schedules);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_VERIFIER_H_
