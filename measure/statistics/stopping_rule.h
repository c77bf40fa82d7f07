// When a series of repetitions is long enough, and what it then says.
#ifndef COLLTUNE_MEASURE_STATISTICS_STOPPING_RULE_H_
#define COLLTUNE_MEASURE_STATISTICS_STOPPING_RULE_H_

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/units.h"

namespace colltune {

/// All rules take the samples for independent. Successive repetitions on a real machine resemble
/// each other, so that an interval covers the truth less often than it says; runs of the whole
/// program as samples (measure/statistics/comparison.h) do not have that fault.
struct StoppingRule {
  int min_reps = 10;
  int max_reps = 1000;
  double confidence = 0.99;  ///< of the statistic's interval
  double alpha = 0.025;      ///< enough when the error is at most this share of the statistic
  std::string_view statistic = "median";  ///< a name of Statistics()

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// What samples amount to.
struct Estimate {
  Seconds value{};  ///< with reps == 0 it means nothing
  Seconds low{};
  Seconds high{};
  int reps = 0;          ///< samples that it rests on
  double error = 0;      ///< half of (high - low), as a share of value; infinity when not known
  bool reached = false;  ///< error <= the rule's alpha: false where max_reps ended the series
};

struct Statistic {
  std::string_view name;  ///< persistent
  std::string_view summary;
  std::string_view source;
  StoppingRule rule;  ///< as the source has it
  double growth;  ///< from one looking point to the next, see NextLook; 1: after each repetition
  /// Fills value, low and high from one sample or more.
  Estimate (*estimate)(const std::vector<Seconds>& samples, double confidence);
};

/// median, mean, three_percent.
std::span<const Statistic> Statistics();

/// The statistic of that name, or nullptr.
const Statistic* FindStatistic(std::string_view name);

/// What the valid `samples` say by the rule's statistic. Requires a valid rule, as do the others.
Estimate Evaluate(const StoppingRule& rule, const std::vector<Seconds>& samples);

/// The next number of repetitions, after `repetitions`, at which the precision is looked at:
/// min_reps, 1.5 min_reps, 2.25 min_reps, ..., at last max_reps. To look after each one and stop
/// at the first lucky moment would make the interval cover less than it says.
int NextLook(const StoppingRule& rule, int repetitions);

/// Whether `samples`, the valid ones of `repetitions`, are enough: repetitions is a looking point
/// at which the precision is reached, or at least max_reps.
bool Enough(const StoppingRule& rule, int repetitions, const std::vector<Seconds>& samples);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_STATISTICS_STOPPING_RULE_H_
