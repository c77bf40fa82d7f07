// Predictions for the search: an interface, so that the search needs neither MPI nor models.
#ifndef COLLTUNE_TUNER_PROBLEM_PREDICTOR_H_
#define COLLTUNE_TUNER_PROBLEM_PREDICTOR_H_

#include <optional>
#include <string>
#include <vector>

#include "tuner/problem/space.h"

namespace colltune::tune {

class Predictor {
 public:
  virtual ~Predictor() = default;

  /// Every choice of ours that is worth comparing on a problem, by name.
  virtual std::vector<std::string> Candidates(const Problem& problem) const = 0;

  /// Nothing for what has no schedule (the library's own implementations), and where the algorithm
  /// declines the problem.
  virtual std::optional<Seconds> Predict(const std::string& choice,
                                         const Problem& problem) const = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_PREDICTOR_H_
