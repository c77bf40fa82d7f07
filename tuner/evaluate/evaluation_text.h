// The results of an evaluation as text: CSV, and a table for people.
#ifndef COLLTUNE_TUNER_EVALUATE_EVALUATION_TEXT_H_
#define COLLTUNE_TUNER_EVALUATE_EVALUATION_TEXT_H_

#include <span>
#include <string>

#include "tuner/evaluate/evaluation.h"

namespace colltune::tune {

/// A header and a line for each point; the columns are an interface that scripts rely on. Times are
/// in microseconds.
std::string EvaluationCsv(std::span<const Evaluated> points, double tolerance);

/// "bcast on 13 ranks, 4 per node, 65537 bytes, root 5".
std::string ProblemText(const Problem& problem);

/// Returns a table with a line for each collective and one for all, and the worst points. The last
/// line counts the points whose choice may be the best, by intervals of `confidence` each.
std::string EvaluationText(std::span<const Evaluated> points, double tolerance, double confidence);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_EVALUATION_TEXT_H_
