// Proves that the schedules of all ranks, taken together, do what MPI promises of a collective.
#ifndef COLLTUNE_ALGORITHMS_VERIFIER_H_
#define COLLTUNE_ALGORITHMS_VERIFIER_H_

#include <span>
#include <string>

#include "algorithms/algorithm.h"

namespace colltune {

/// Follows every element through the schedules of all ranks, symbolically, and returns the first
/// fault found, or an empty text for schedules that are right. Right means:
///  - every rank ends with exactly the elements that the collective promises it;
///  - each send meets a receive of the same number of elements, matched in order;
///  - no deadlock although every send waits for its receiver (rendezvous). A program that ends
///    then ends with buffered sends too, since buffering only lets a rank go on earlier and the
///    order of matching depends on the schedules alone;
///  - a block that is received into overlaps no other block of the round, and every block lies
///    in the buffer.
/// Requires one schedule for each rank of the shape. Takes time and memory in proportion to the
/// elements that are moved.
std::string Verify(Collective collective, const Shape& shape, std::span<const Schedule> schedules);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFIER_H_
