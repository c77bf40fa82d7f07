#include "measure/methods/race.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

#include "measure/statistics/comparison.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

/// Returns the times of the destination with the largest median.
std::vector<Seconds> TimesOf(const Series& series, const StoppingRule& rule) {
  const std::vector<Sample> all = series.All();
  return ValidTimes(all, Summarise(all, rule.confidence).destination);
}

/// Returns the largest number of comparisons in a race of `methods`: each method with the fastest,
/// at each look.
double Statements(std::size_t methods, const StoppingRule& rule) {
  int looks = 0;
  for (int reps = 0; reps < rule.max_reps; reps = NextLook(rule, reps)) ++looks;
  return looks * std::max(static_cast<double>(methods) - 1, 1.0);
}

/// Returns which of `times` are slower than the fastest, each with error probability at most
/// `error`. Without `error`, times are exact, and all but the fastest are slower.
std::vector<bool> Slower(std::span<const std::vector<Seconds>> times, std::optional<double> error) {
  const auto median = [](const std::vector<Seconds>& values) {
    return values.empty() ? Seconds(std::numeric_limits<double>::infinity()) : Median(values);
  };
  const auto& fastest = *std::ranges::min_element(times, {}, median);
  std::vector<bool> slower;
  for (const auto& mine : times) {
    const bool known = !mine.empty() && !fastest.empty();
    slower.push_back(known &&
                     (error ? WilcoxonRankSum(mine, fastest, Alternative::kGreater).p <= *error
                            : &mine != &fastest));
  }
  return slower;
}

}  // namespace

std::vector<Sample> Series::All() const {
  std::vector<Sample> all;
  for (const auto& repetition : repetitions) {
    all.insert(all.end(), repetition.begin(), repetition.end());
  }
  return all;
}

std::vector<Series> Race(std::span<const std::unique_ptr<Method>> methods, GlobalClock* clock,
                         const RaceRule& race, unsigned seed,
                         const std::function<bool()>& keep_going) {
  const StoppingRule& rule = race.stopping;
  std::vector<Series> series(methods.size());
  std::vector<std::vector<Seconds>> times(methods.size());
  std::vector<bool> slower(methods.size());
  std::vector<std::size_t> running(methods.size());
  std::iota(running.begin(), running.end(), std::size_t{0});
  std::mt19937 random(seed);
  int turns = 0;
  int look = race.exact ? 0 : NextLook(rule, turns);
  bool going = true;
  while (!running.empty() && going) {
    if (clock != nullptr) clock->Begin();
    for (; turns < look && (going = keep_going()); ++turns) {
      std::shuffle(running.begin(), running.end(), random);
      for (const std::size_t i : running) {
        race.repeats(i);
        methods[i]->Repeat();
      }
    }
    if (clock != nullptr) clock->End();
    for (const std::size_t i : running) {
      auto repetitions = methods[i]->Collect();
      std::ranges::move(repetitions, std::back_inserter(series[i].repetitions));
      times[i] = TimesOf(series[i], rule);
    }
    const bool is_decided = race.exact && running.size() == 1;
    if (race.elimination && !is_decided) {
      const double error = (1 - *race.elimination) / Statements(methods.size(), rule);
      slower = Slower(times, race.exact ? std::nullopt : std::optional(error));
    }
    std::erase_if(running, [&](std::size_t i) {
      const Estimate estimate = Evaluate(rule, times[i]);
      const bool is_known = race.exact || std::isfinite(estimate.error);
      return turns >= rule.max_reps || (slower[i] && is_known) || estimate.reached ||
             (times[i].empty() && turns > rule.min_reps);
    });
    look = NextLook(rule, turns);
  }
  return series;
}

}  // namespace colltune::measure
