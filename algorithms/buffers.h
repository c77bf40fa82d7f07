// Meaning of the elements of a schedule's buffers: contents of each rank's buffers in each
// collective. Nothing else defines it.
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
  bool slots = false;       ///< whether Buffer::kSlots may be used
  /// Whether MPI_IN_PLACE is given at this rank: both buffers then lie in the memory of the longer
  /// one. Input and output begin at elements `input_at` and `output_at` of that memory.
  bool shared = false;
  std::int64_t input_at = 0;
  std::int64_t output_at = 0;
};

/// Returns the buffers of `rank` (MPI-3.1, chapter 5). In place, all ranks share buffers, or in
/// rooted collectives the root alone.
Buffers BuffersOf(Collective collective, const Shape& shape, Rank rank);

/// Whether ranks have different buffers, or data, depending on which is the root.
bool HasRoot(Collective collective);

/// Whether the root alone gets a result: data flow to it, not from it.
bool EndsAtRoot(Collective collective);

/// Whether all ranks of a call know the sizes of blocks (MPI-3.1, chapter 5). Elsewhere only the
/// root knows sizes, or each rank its own part; a choice then cannot depend on sizes.
bool KnowsSizes(Collective collective);

/// Size class of slots, which take blocks of any size.
inline constexpr std::int64_t kAnySize = -1;

/// Returns the size class of an element: two elements of equal class have equal size in every call.
/// In the vector collectives a block is one element, and elements differ in size. In all other
/// collectives, all elements have one class. Element e of the scratch buffer is as large as block e
/// mod ranks of the output, or in reduce_scatter of the input. scatterv and gatherv have no scratch
/// buffer, since only the root knows sizes. Slots, which alltoallv and alltoallw alone have, are of
/// class kAnySize: a step may copy a block into a slot and out of it, but a message goes from slots
/// into slots only.
std::int64_t SizeClass(Collective collective, const Shape& shape, Rank rank, Buffer buffer,
                       std::int64_t element);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_BUFFERS_H_
