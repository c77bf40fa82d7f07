// Algorithms whose times are powers of the size, for tests that work with any model.
#ifndef COLLTUNE_TESTS_TUNER_POWER_PREDICTOR_H_
#define COLLTUNE_TESTS_TUNER_POWER_PREDICTOR_H_

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/choice_id.h"
#include "profiles/decision_table.h"
#include "tuner/problem/predictor.h"

namespace colltune::tune {

/// A time of seconds * ranks * bytes^exponent * (1 + per_root * root + odd * (root % 2)). Declined
/// where the ranks are not a multiple of `multiple`.
struct Power {
  double seconds = 1;
  double exponent = 0;
  double per_root = 0;
  double odd = 0;
  int multiple = 1;

  Seconds At(const Problem& p) const {
    const auto bytes = static_cast<double>(p.bytes.count);
    return Seconds(seconds * p.layout.ranks * std::pow(bytes, exponent) *
                   (1 + per_root * p.root + odd * (p.root % 2)));
  }
};

class PowerPredictor final : public Predictor {
 public:
  explicit PowerPredictor(const std::map<std::string, Power>& powers)
      : powers_(powers.begin(), powers.end()) {}

  std::vector<ChoiceId> Candidates(const Problem& /*problem*/) const override {
    std::vector<ChoiceId> names;
    for (const auto& [name, power] : powers_) names.emplace_back(name);
    return names;
  }

  std::vector<ChoiceId> Distinct(const Problem& /*problem*/,
                                 const std::vector<ChoiceId>& choices) const override {
    return choices;
  }

  std::optional<Seconds> Predict(ChoiceId choice, const Problem& problem) const override {
    const auto found = powers_.find(choice.text());
    if (found == powers_.end() || problem.layout.ranks % found->second.multiple != 0) {
      return std::nullopt;
    }
    return found->second.At(problem);
  }

 private:
  std::map<std::string, Power, std::less<>> powers_;
};

/// A candidate whose time is exact.
inline Candidate Exactly(ChoiceId choice, Seconds time) {
  return {choice, 1, time, time, time, std::nullopt};
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_POWER_PREDICTOR_H_
