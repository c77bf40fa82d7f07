#include "tuner/problem/predictor.h"

#include <algorithm>

namespace colltune::tune {

std::vector<ChoiceId> Distinct(const Predictor& predictor, const Problem& problem,
                               const std::vector<ChoiceId>& choices) {
  std::vector<ChoiceId> distinct;
  for (const ChoiceId choice : choices) {
    // Only schedules with equal predictions are compared: comparing takes memory.
    const auto predicted = predictor.Predict(choice, problem);
    const bool repeats = predicted && std::ranges::any_of(distinct, [&](ChoiceId other) {
                           return predictor.Predict(other, problem) == predicted &&
                                  predictor.AreAlike(other, choice, problem);
                         });
    if (!repeats) distinct.push_back(choice);
  }
  return distinct;
}

}  // namespace colltune::tune
