#include "measure/methods/barrier_skew.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "measure/methods/common_start.h"
#include "measure/methods/rank_times.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

/// A rank's exit, by its own clock.
struct Exit {
  Seconds time{};
  bool late = false;
};

/// Returns a rank's exit as both start and end of a repetition: joined over all ranks, first_start
/// is the first exit, and last_end the last one.
Times ExitsOf(const Exit& exit, const GlobalClock& clock) {
  const GlobalTime time = clock.ToGlobal(exit.time);
  return TimesOf({.start = time, .end = time, .flawed = exit.late});
}

BarrierSkew Measure(Operation& barrier, CommonStart& start, GlobalClock& clock, int repetitions) {
  barrier.Run();  // builds the schedule
  std::vector<Exit> exits;
  clock.Begin();
  for (int i = 0; i < repetitions; ++i) {
    const bool in_time = start.WaitFor(start.Announce());
    barrier.Run();
    exits.push_back({clock.local().Now(), !in_time});
  }
  clock.End();
  std::vector<Times> times;
  for (const Exit& exit : exits) times.push_back(ExitsOf(exit, clock));
  BarrierSkew result{.barrier = barrier.name()};
  std::vector<Seconds> skews;
  for (const Times& all : JoinRanks(std::move(times), barrier.comm())) {
    if (all.flawed > 0) continue;
    skews.push_back(all.last_end - all.first_start);
    result.error = std::max(result.error, all.start_error + all.end_error);
  }
  result.samples = static_cast<int>(skews.size());
  if (!skews.empty()) result.skew = Median(std::move(skews));
  return result;
}

}  // namespace

std::vector<BarrierSkew> MeasureBarrierSkews(Runner& runner, GlobalClock& clock, int repetitions) {
  std::vector<Choice> choices = {{}};  // the library's
  std::ranges::copy(StandardChoices(Collective::kBarrier), std::back_inserter(choices));
  OperationMemory memory;
  CommonStart start(clock);
  std::vector<BarrierSkew> skews;
  for (const Choice& choice : choices) {
    Operation barrier(Collective::kBarrier, choice, Bytes{0}, 0, runner, memory);
    if (!Declines(choice, barrier.shape()).empty()) continue;
    skews.push_back(Measure(barrier, start, clock, repetitions));
  }
  return skews;
}

}  // namespace colltune::measure
