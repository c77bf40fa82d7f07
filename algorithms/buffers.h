// What each rank's buffers hold in each collective: the one place that says what an element of a
// schedule means.
//
// A block is what one rank contributes to, or gets from, the operation: shape.elements elements.
// The block of rank r begins at element r * shape.elements of a buffer that has one for each rank.
#ifndef COLLTUNE_ALGORITHMS_BUFFERS_H_
#define COLLTUNE_ALGORITHMS_BUFFERS_H_

#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// A rank's buffers in one call.
struct Buffers {
  std::int64_t input = 0;   ///< elements of Buffer::kInput; 0 where MPI ignores the argument
  std::int64_t output = 0;  ///< elements of Buffer::kOutput
  bool scratch = true;      ///< whether Buffer::kScratch may be used
  /// MPI_IN_PLACE at this rank: both buffers lie in the memory of the longer one, beginning at
  /// these elements of it.
  bool shared = false;
  std::int64_t input_at = 0;
  std::int64_t output_at = 0;
};

/// MPI-3.1, chapter 5. In place: all ranks share, or the root alone in rooted collectives.
Buffers BuffersOf(Collective collective, const Shape& shape, Rank rank);

/// Whether ranks have different buffers, or data, depending on which is the root.
bool HasRoot(Collective collective);

/// Whether the root alone gets a result: data flow to it, not from it.
bool EndsAtRoot(Collective collective);

/// Whether all ranks of a call know how large blocks are (MPI-3.1, chapter 5): else a choice
/// cannot depend on it. Elsewhere only the root knows, or each rank its own part.
bool KnowsSizes(Collective collective);

/// In the vector collectives a block is one element, and elements differ in size. Two places of
/// equal SizeClass are of equal size in every call; elsewhere all have the same. Element e of the
/// scratch buffer is as large as block e mod ranks of the output, or in reduce_scatter of the
/// input; scatterv and gatherv have no scratch buffer, since only the root knows sizes.
std::int64_t SizeClass(Collective collective, const Shape& shape, Rank rank, Buffer buffer,
                       std::int64_t element);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_BUFFERS_H_
