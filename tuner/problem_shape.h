// The shape of a problem, as operations have it.
#ifndef COLLTUNE_TUNER_PROBLEM_SHAPE_H_
#define COLLTUNE_TUNER_PROBLEM_SHAPE_H_

#include "measure/operation.h"
#include "tuner/space.h"

namespace colltune {

/// Throws as the other ShapeOf. `places` are those of the problem's layout.
inline Shape ShapeOf(const Problem& problem, const Places* places) {
  Shape shape = ShapeOf(problem.collective, problem.bytes, problem.root, problem.layout.ranks);
  shape.places = places;
  return shape;
}

}  // namespace colltune

#endif  // COLLTUNE_TUNER_PROBLEM_SHAPE_H_
