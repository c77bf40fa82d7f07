// The problem that a collective call poses, as far as an algorithm's schedule depends on it.
#ifndef COLLTUNE_ALGORITHMS_SHAPE_H_
#define COLLTUNE_ALGORITHMS_SHAPE_H_

#include <cstdint>

#include "algorithms/units.h"

namespace colltune {

class Places;

/// A process of a communicator: 0 .. ranks-1.
using Rank = int;

/// Problem of one call. Each rank contributes to, or gets from, the operation a block of `elements`
/// elements, which are never divided. Algorithms that do not divide a block (Algorithm::divides)
/// are given one element, the block itself, of whatever size. The schedule of such an algorithm is
/// the same for every size, and even where blocks differ in size (the vector collectives).
struct Shape {
  int ranks = 1;
  Rank root = 0;
  std::int64_t elements = 1;
  /// Size of an element, for algorithms whose segments are in bytes. The root of a scatter or
  /// scatterv gives the size of its blocks, or their mean, by which it orders its sends. The root
  /// alone may know that size.
  Bytes element{1};
  bool in_place = false;    ///< MPI_IN_PLACE: see the table in buffers.h
  bool commutative = true;  ///< whether a reduction may take the operands in any order
  /// Topology of the ranks, the same on all of them; nullptr if unknown. Outlives everything that
  /// is built for this shape.
  const Places* places = nullptr;

  friend bool operator==(const Shape&, const Shape&) = default;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_SHAPE_H_
