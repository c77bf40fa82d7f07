#include "measure/race.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>

namespace colltune {
namespace {

/// Whether the destination that takes longest is known well enough.
bool Done(const Series& series, const StoppingRule& rule) {
  const std::vector<Sample> all = series.All();
  return Evaluate(rule, ValidTimes(all, Summarise(all, rule.confidence).destination)).reached;
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
                         const StoppingRule& rule, unsigned seed,
                         const std::function<bool()>& keep_going) {
  std::vector<Series> series(methods.size());
  std::vector<std::size_t> running(methods.size());
  std::iota(running.begin(), running.end(), std::size_t{0});
  std::mt19937 random(seed);
  int turns = 0;
  bool going = true;
  while (!running.empty() && going) {
    if (clock != nullptr) clock->Begin();
    for (const int look = NextLook(rule, turns); turns < look && (going = keep_going()); ++turns) {
      std::shuffle(running.begin(), running.end(), random);
      for (const std::size_t i : running) methods[i]->Repeat();
    }
    if (clock != nullptr) clock->End();
    for (const std::size_t i : running) {
      auto repetitions = methods[i]->Collect();
      std::ranges::move(repetitions, std::back_inserter(series[i].repetitions));
    }
    std::erase_if(running,
                  [&](std::size_t i) { return turns >= rule.max_reps || Done(series[i], rule); });
  }
  return series;
}

}  // namespace colltune
