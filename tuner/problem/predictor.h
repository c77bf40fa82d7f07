// Predictions for the search: an interface, so that the search needs neither MPI nor models.
#ifndef COLLTUNE_TUNER_PROBLEM_PREDICTOR_H_
#define COLLTUNE_TUNER_PROBLEM_PREDICTOR_H_

#include <optional>
#include <string>
#include <vector>

#include "algorithms/choice_id.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

class Predictor {
 public:
  virtual ~Predictor() = default;

  /// Returns the names of our choices that are worth comparing on a problem. Predicts nothing.
  virtual std::vector<ChoiceId> Candidates(const Problem& problem) const = 0;

  /// Returns `choices` without the ones that perform a problem by the same messages as an earlier
  /// one. Predicts nothing.
  virtual std::vector<ChoiceId> Distinct(const Problem& problem,
                                         const std::vector<ChoiceId>& choices) const = 0;

  /// Returns the predicted time. Returns nothing for a choice without a schedule (the library's own
  /// implementations), and where the algorithm declines the problem.
  virtual std::optional<Seconds> Predict(ChoiceId choice, const Problem& problem) const = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_PREDICTOR_H_
