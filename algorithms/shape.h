// The problem that a collective call poses, as far as an algorithm's schedule depends on it.
#ifndef COLLTUNE_ALGORITHMS_SHAPE_H_
#define COLLTUNE_ALGORITHMS_SHAPE_H_

#include <cstdint>

#include "algorithms/units.h"

namespace colltune {

/// A process of a communicator: 0 .. ranks-1.
using Rank = int;

/// A message is `elements` equal pieces that are never divided. An algorithm that moves the
/// message as a whole is given one element, the message itself: its schedule is then the same
/// for every size.
struct Shape {
  int ranks = 1;
  Rank root = 0;
  std::int64_t elements = 1;

  friend bool operator==(const Shape&, const Shape&) = default;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_SHAPE_H_
