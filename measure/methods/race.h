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

namespace colltune {

/// The samples of one implementation, repetition after repetition.
struct Series {
  std::vector<Repetition> repetitions;

  std::vector<Sample> All() const;
};

struct RaceRule {
  StoppingRule stopping;
  /// Without: none leaves because it is slow. Else one leaves when it is slower than the one of the
  /// smallest median, by Wilcoxon's rank sums, and that all such statements of a race hold has this
  /// probability at least (Bonferroni's correction, for all pairs and looks). Before that its own
  /// interval has to have an end: without, nothing can be said against it.
  std::optional<double> elimination;
  /// Times are the same each time, as in a simulator: all but the fastest leave at the first look,
  /// which is before the first turn, at what was timed as the methods were made. It goes on, to be
  /// known as well as by a search without races.
  bool exact = false;
  /// Called on each rank before it repeats method number i.
  std::function<void(std::size_t i)> repeats = [](std::size_t) {};
};

/// Repeats all `methods` in turns, in an order that is drawn anew for each turn, so that a machine
/// that changes its pace meets all of them alike. One that has enough by `rule` leaves, and so does
/// one without any valid sample at the second look: more would not be valid either.
/// Samples are collected, and the clock is brought up to date, when the rule is going to look at
/// them; `clock` is nullptr where no method needs it. `keep_going` is asked before each turn; it
/// must answer alike on all ranks, and false ends the race with what there is. Collective; `seed`
/// and `rule` are the same on all ranks.
std::vector<Series> Race(std::span<const std::unique_ptr<Method>> methods, GlobalClock* clock,
                         const RaceRule& rule, unsigned seed,
                         const std::function<bool()>& keep_going);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_RACE_H_
