// Contracts of the collectives: symbolic contents of the output buffers at the end, as MPI defines
// them.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_CONTRACTS_H_
#define COLLTUNE_ALGORITHMS_VERIFY_CONTRACTS_H_

#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/shape.h"

namespace colltune {

/// Combination of element `element` of the inputs of the ranks first..last, in this order. A
/// collective that combines nothing has first == last. The data of a broadcast counts as the root's
/// input.
struct Promise {
  std::int64_t element;
  Rank first;
  Rank last;
};

/// Returns the final contents of element `e` of the output buffer of `rank` (MPI-3.1, chapter 5).
/// Requires that `rank` has such an element; see BuffersOf.
Promise PromiseOf(Collective collective, const Shape& shape, Rank rank, std::int64_t e);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_CONTRACTS_H_
