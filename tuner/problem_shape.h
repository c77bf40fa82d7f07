// The shape of a problem, as operations have it.
#ifndef COLLTUNE_TUNER_PROBLEM_SHAPE_H_
#define COLLTUNE_TUNER_PROBLEM_SHAPE_H_

#include "measure/operation.h"
#include "tuner/space.h"

namespace colltune {

/// Throws as the other ShapeOf.
inline Shape ShapeOf(const Problem& problem) {
  return ShapeOf(problem.collective, problem.bytes, problem.root, problem.layout.ranks);
}

}  // namespace colltune

#endif  // COLLTUNE_TUNER_PROBLEM_SHAPE_H_
