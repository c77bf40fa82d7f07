// What MPI says of each collective, symbolically: what the output buffers hold in the end.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_CONTRACTS_H_
#define COLLTUNE_ALGORITHMS_VERIFY_CONTRACTS_H_

#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/shape.h"

namespace colltune {

/// Element `element` of the input of the ranks first..last, combined in this order; of one rank,
/// if nothing is combined. The data of a broadcast counts as the root's input.
struct Promise {
  std::int64_t element;
  Rank first;
  Rank last;
};

/// What element `e` of the output buffer of `rank` holds in the end (MPI-3.1, chapter 5). Requires
/// that `rank` has such an element; see BuffersOf.
Promise PromiseOf(Collective collective, const Shape& shape, Rank rank, std::int64_t e);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_CONTRACTS_H_
