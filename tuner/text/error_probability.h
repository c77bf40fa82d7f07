// Probability that a decision is wrong, by the medians and intervals of its candidates. Pure.
#ifndef COLLTUNE_TUNER_TEXT_ERROR_PROBABILITY_H_
#define COLLTUNE_TUNER_TEXT_ERROR_PROBABILITY_H_

#include <optional>
#include <string_view>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// The probability that `other` really takes less than (1 - by) of the time of `choice`.
///
/// The median of n independent samples is normal about the true one as n grows (Cramer 1946,
/// Mathematical Methods of Statistics, section 28.5). By the delta method, so is its logarithm. An
/// interval low .. high of confidence c spans 2 z of its standard errors, where z is the
/// (1 + c) / 2 quantile of the normal distribution:
///
///     s = (ln high - ln low) / (2 z)
///
/// The difference of two independent logarithms, d = ln m_other - ln m_choice, has the standard
/// error S = sqrt(s_other^2 + s_choice^2). The probability is Phi((ln(1 - by) - d) / S): one half
/// where an interval has no end, and 0 or 1 where both intervals are a point. Repetitions of one
/// run resemble each other more than independent samples do, so another run may differ by more than
/// this probability says.
///
/// Requires samples of both, and 0 < confidence < 1, 0 <= by < 1.
double ProbabilityFaster(const Candidate& other, const Candidate& choice, double confidence,
                         double by = 0);

struct Risk {
  const Candidate* runner_up = nullptr;  ///< fastest other measured candidate; nullptr: none
  double of_runner_up = 0;               ///< probability that it is really faster
  /// Probability that any other measured candidate is really faster: the sum over candidates, an
  /// upper bound (Boole's inequality), at most 1.
  double of_any = 0;
};

/// Returns the risk of the decision for `choice` among the measured candidates of `evidence`; the
/// result points into `evidence`. A choice other than the library is wrong where any candidate is
/// faster. The library keeps its place otherwise: it is wrong only where a candidate saves more
/// than the share `margin` of the library's time. Requires samples of `choice`.
Risk RiskOf(const Evidence& evidence, ChoiceId choice, double confidence, double margin);

/// Whether another tuning can be relied on to choose the same. Requires all of these:
/// - another candidate was measured, and by the samples none is faster, at this confidence;
/// - where `between_runs` is not known, the runner-up's median is larger;
/// - else each other candidate is slower by more than `between_runs`.
///
/// `between_runs` is the share by which comparisons differ between two runs (Provenance). Where a
/// second run measured both candidates again, the smaller difference of the two runs counts. For a
/// candidate that was not measured the predictions count, and both must be known. `risk` is the
/// risk of `choice`.
bool IsSignificant(const Evidence& evidence, const Risk& risk, const Candidate& choice,
                   double confidence, std::optional<double> between_runs);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_ERROR_PROBABILITY_H_
