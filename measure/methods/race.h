// Times several implementations of one operation side by side.
#ifndef COLLTUNE_MEASURE_METHODS_RACE_H_
#define COLLTUNE_MEASURE_METHODS_RACE_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "measure/methods/method.h"
#include "measure/statistics/stopping_rule.h"

namespace colltune::measure {

/// Samples of one implementation, repetition after repetition.
struct Series {
  std::vector<Repetition> repetitions;

  std::vector<Sample> All() const;
};

struct RaceRule {
  StoppingRule stopping;
  /// Probability, at least, that all eliminations of a race are right; nothing: none leaves for
  /// being slow. A method leaves when Wilcoxon's rank sum test finds it slower than the method of
  /// the smallest median. Bonferroni's correction covers all comparisons with that method, at all
  /// looks. A method stays while the confidence interval of its own time is not finite.
  std::optional<double> elimination;
  /// Whether times are the same each time, as in a simulator. With `elimination`, all but the
  /// fastest then leave at the first look. That look is before the first turn, at the samples timed
  /// as the methods were made. The fastest goes on, to be as precise as without a race.
  bool exact = false;
  /// Called on each rank before it repeats method number i.
  std::function<void(std::size_t i)> repeats = [](std::size_t) {};
};

/// Repeats all `methods` in turns, in an order that is drawn anew for each turn, so that changes of
/// the machine's speed affect all methods alike. A method leaves when it has enough samples by
/// `rule`, or no valid one at the second look: more would not be valid either.
///
/// Samples are collected, and `clock` is synchronised, at each look; `clock` is nullptr where no
/// method needs it. `keep_going` is called before each turn and must return the same on all ranks;
/// `false` ends the race with the samples so far. Collective; `seed` and `rule` are the same on all
/// ranks.
std::vector<Series> Race(std::span<const std::unique_ptr<Method>> methods, GlobalClock* clock,
                         const RaceRule& rule, unsigned seed,
                         const std::function<bool()>& keep_going);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_RACE_H_
