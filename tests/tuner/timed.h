// Timings for tests.
#ifndef COLLTUNE_TESTS_TUNER_TIMED_H_
#define COLLTUNE_TESTS_TUNER_TIMED_H_

#include <optional>

#include "profiles/decision_table.h"

namespace colltune::tune {

inline constexpr double kUs = 1e-6;

/// A candidate with the median of 20 samples, in microseconds, and an interval to both sides.
inline Candidate TimedWithin(const char* choice, double median, double half_width) {
  return {choice,
          20,
          Seconds(median * kUs),
          Seconds((median - half_width) * kUs),
          Seconds((median + half_width) * kUs),
          std::nullopt};
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_TIMED_H_
