// Decides when a series of repetitions is long enough, and estimates its time.
#ifndef COLLTUNE_MEASURE_STATISTICS_STOPPING_RULE_H_
#define COLLTUNE_MEASURE_STATISTICS_STOPPING_RULE_H_

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/units.h"

namespace colltune::measure {

/// Precision at which a series of repetitions ends. All rules take the samples for independent.
/// Successive repetitions on a real machine are correlated, so that an interval covers the truth
/// less often than its confidence. Runs of the whole program as samples
/// (measure/statistics/comparison.h) do not have that fault.
struct StoppingRule {
  int min_reps = 10;
  int max_reps = 1000;
  double confidence = 0.99;  ///< confidence of the statistic's interval
  double alpha = 0.025;      ///< largest error that is enough, as a share of the statistic
  std::string_view statistic = "median";  ///< a name of Statistics()

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// An estimate from samples, with its interval.
struct Estimate {
  Seconds value{};  ///< meaningless if reps == 0
  Seconds low{};
  Seconds high{};
  int reps = 0;          ///< number of samples
  double error = 0;      ///< half of (high - low), as a share of value; infinity when not known
  bool reached = false;  ///< error <= the rule's alpha: false where max_reps ended the series
};

struct Statistic {
  std::string_view name;  ///< persistent
  std::string_view summary;
  std::string_view source;
  StoppingRule rule;  ///< defaults, from the source
  double growth;      ///< factor between looking points, see NextLook; 1: after each repetition
  /// Fills value, low and high from one sample or more.
  Estimate (*estimate)(const std::vector<Seconds>& samples, double confidence);
};

/// Returns the statistics median, mean and three_percent.
std::span<const Statistic> Statistics();

/// Returns the statistic of that name, or nullptr.
const Statistic* FindStatistic(std::string_view name);

/// Estimates the rule's statistic from the valid `samples`. Requires a valid rule, as do NextLook
/// and Enough.
Estimate Evaluate(const StoppingRule& rule, const std::vector<Seconds>& samples);

/// Returns the next number of repetitions, after `repetitions`, at which the precision is checked:
/// min_reps, 1.5 min_reps, 2.25 min_reps, ..., at last max_reps. Checking after each repetition,
/// and stopping at the first lucky one, would make the interval cover less than its confidence.
int NextLook(const StoppingRule& rule, int repetitions);

/// Tells whether a series may end: `repetitions` is a looking point at which the valid `samples`
/// reach the precision, or at least max_reps.
bool Enough(const StoppingRule& rule, int repetitions, const std::vector<Seconds>& samples);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_STATISTICS_STOPPING_RULE_H_
