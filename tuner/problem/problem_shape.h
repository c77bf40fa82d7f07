// The shape of a problem, as operations have it.
#ifndef COLLTUNE_TUNER_PROBLEM_PROBLEM_SHAPE_H_
#define COLLTUNE_TUNER_PROBLEM_PROBLEM_SHAPE_H_

#include "measure/operation/operation.h"
#include "tuner/problem/space.h"

namespace colltune::tune {

/// Throws as the other ShapeOf. `places` are those of the problem's layout.
inline Shape ShapeOf(const Problem& problem, const Places* places) {
  Shape shape = ShapeOf(problem.collective, problem.bytes, problem.root, problem.layout.ranks);
  shape.places = places;
  return shape;
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_PROBLEM_SHAPE_H_
