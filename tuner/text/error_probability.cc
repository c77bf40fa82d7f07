#include "tuner/text/error_probability.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

double StandardError(const Candidate& candidate, double confidence) {
  const double z = boost::math::quantile(boost::math::normal(), (1 + confidence) / 2);
  return std::log(candidate.high / candidate.low) / (2 * z);
}

/// Returns the least share of the time of `choice` by which `other` is slower; 0 where not known.
double SlowerBy(const Candidate& other, const Candidate& choice) {
  if (other.samples == 0) {
    return other.predicted && choice.predicted ? *other.predicted / *choice.predicted - 1 : 0;
  }
  const double once = other.median / choice.median - 1;
  return other.replicated_median && choice.replicated_median
             ? std::min(once, *other.replicated_median / *choice.replicated_median - 1)
             : once;
}

}  // namespace

double ProbabilityFaster(const Candidate& other, const Candidate& choice, double confidence,
                         double by) {
  const double needed = std::log1p(-by) - std::log(other.median / choice.median);
  const double error =
      std::hypot(StandardError(other, confidence), StandardError(choice, confidence));
  if (std::isinf(error)) return 0.5;
  if (error == 0) return needed > 0 ? 1 : 0;
  return boost::math::cdf(boost::math::normal(), needed / error);
}

Risk RiskOf(const Evidence& evidence, ChoiceId choice, double confidence, double margin) {
  const Candidate& chosen = *evidence.Find(choice);
  const double by = choice == kLibrary ? margin : 0;
  Risk risk;
  for (const Candidate& other : evidence.candidates) {
    if (other.samples == 0 || other.choice == choice) continue;
    const double faster = ProbabilityFaster(other, chosen, confidence, by);
    risk.of_any = std::min(1.0, risk.of_any + faster);
    if (risk.runner_up != nullptr && risk.runner_up->median <= other.median) continue;
    risk.runner_up = &other;
    risk.of_runner_up = faster;
  }
  return risk;
}

bool IsSignificant(const Evidence& evidence, const Risk& risk, const Candidate& choice,
                   double confidence, std::optional<double> between_runs) {
  if (risk.runner_up == nullptr || risk.of_any > 1 - confidence) return false;
  if (!between_runs) return risk.runner_up->median > choice.median;
  return std::ranges::all_of(evidence.candidates, [&](const Candidate& other) {
    return other.choice == choice.choice || SlowerBy(other, choice) > *between_runs;
  });
}

}  // namespace colltune::tune
