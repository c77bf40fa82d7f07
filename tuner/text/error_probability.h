// How likely it is that a decision is wrong, by the medians and intervals of its candidates. Pure.
#ifndef COLLTUNE_TUNER_TEXT_ERROR_PROBABILITY_H_
#define COLLTUNE_TUNER_TEXT_ERROR_PROBABILITY_H_

#include <optional>
#include <string_view>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// The probability that `other` really takes less than (1 - by) of what `choice` takes.
///
/// The median of n independent samples is normal about the true one as n grows (Cramer 1946,
/// Mathematical Methods of Statistics, section 28.5), and so is, by the delta method, its
/// logarithm. An interval low .. high of confidence c spans 2 z of its standard errors, where z is
/// the (1 + c) / 2 quantile of the normal distribution:
///
///     s = (ln high - ln low) / (2 z)
///
/// The difference of two that are independent, d = ln m_other - ln m_choice, has the standard error
/// S = sqrt(s_other^2 + s_choice^2), and the probability is Phi((ln(1 - by) - d) / S): one half
/// where an interval has no end, and 0 or 1 where both are a point. Repetitions of one run resemble
/// each other more than independent samples do: another run may differ by more than this says.
///
/// Requires samples of both, and 0 < confidence < 1, 0 <= by < 1.
double ProbabilityFaster(const Candidate& other, const Candidate& choice, double confidence,
                         double by = 0);

struct Risk {
  const Candidate* runner_up = nullptr;  ///< the fastest of the others; nullptr: there is none
  double of_runner_up = 0;               ///< that it is really faster
  /// Probability that any measured candidate is: the sum over candidates, an upper bound (Boole's
  /// inequality), at most 1.
  double of_any = 0;
};

/// Returns the risk of the decision for `choice` among the measured candidates of `evidence`; the
/// result points into `evidence`. A choice other than the library must be the fastest. The library
/// must only be slower than another candidate by at most the share `margin` of its time. Requires
/// samples of `choice`.
Risk RiskOf(const Evidence& evidence, std::string_view choice, double confidence, double margin);

/// Whether another tuning can be relied on to choose the same: by the samples none is faster, at
/// this confidence, and, where it is known what comparisons differ by between two runs
/// (Provenance), each other candidate is slower by more than that: where a second run measured it
/// again in both, and where it was not measured by the model, which has to know both. `risk` is
/// that of `choice`.
bool IsSignificant(const Evidence& evidence, const Risk& risk, const Candidate& choice,
                   double confidence, std::optional<double> between_runs);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_ERROR_PROBABILITY_H_
