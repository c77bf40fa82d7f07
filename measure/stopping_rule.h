// When a series of repetitions is long enough.
#ifndef COLLTUNE_MEASURE_STOPPING_RULE_H_
#define COLLTUNE_MEASURE_STOPPING_RULE_H_

#include <vector>

#include "algorithms/units.h"

namespace colltune {

struct StoppingRule {
  int min_reps = 10;
  int max_reps = 1000;
  double confidence = 0.99;  ///< of the median's interval
  double alpha = 0.025;      ///< enough when half the interval is at most this share of the median

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// How many repetitions there are when the precision is looked at next, after `repetitions`: at
/// min_reps, 1.5 min_reps, 2.25 min_reps, ... and max_reps. To look after each one and stop at the
/// first lucky moment would make the interval cover less than it says.
int NextLook(const StoppingRule& rule, int repetitions);

/// Whether `samples`, the valid ones of `repetitions`, are enough. To be asked at looking points.
bool Enough(const StoppingRule& rule, int repetitions, const std::vector<Seconds>& samples);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_STOPPING_RULE_H_
