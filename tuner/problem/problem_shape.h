// The shape of a problem, in the terms of operations.
#ifndef COLLTUNE_TUNER_PROBLEM_PROBLEM_SHAPE_H_
#define COLLTUNE_TUNER_PROBLEM_PROBLEM_SHAPE_H_

#include "measure/operation/operation.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Returns the shape of a problem, with the places of its layout. Throws as the ShapeOf of
/// measure/operation/operation.h.
inline Shape ShapeOf(const Problem& problem, const Places* places) {
  Shape shape =
      measure::ShapeOf(problem.collective, problem.bytes, problem.root, problem.layout.ranks);
  shape.places = places;
  return shape;
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_PROBLEM_SHAPE_H_
