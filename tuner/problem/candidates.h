// Candidates: algorithms with the parameter values that are worth comparing.
#ifndef COLLTUNE_TUNER_PROBLEM_CANDIDATES_H_
#define COLLTUNE_TUNER_PROBLEM_CANDIDATES_H_

#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/shape.h"

namespace colltune::tune {

/// Returns our algorithms with the parameter values that are worth comparing on one problem. Leaves
/// out:
/// - choices that decline the problem;
/// - all but one of the values that make no difference there (a segment that holds the whole block,
///   a radix above the number of ranks);
/// - segments that are far too many.
std::vector<Choice> CandidatesFor(Collective collective, const Shape& shape);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_CANDIDATES_H_
