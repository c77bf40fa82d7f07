#include "tuner/reproduce/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"

namespace colltune::tune {

std::vector<Measured> MeasureTiming(const Timing& timing, const Bench& bench) {
  MeasuringPlan plan;
  plan.collective = timing.collective;
  for (const std::string_view algorithm : timing.algorithms) {
    plan.implementations.push_back(ParseChoice(timing.collective, algorithm));
  }
  plan.method = measure::FindMethod(timing.method);
  plan.method_options = timing.options;
  plan.clock = &measure::WtimeClock();
  if (!timing.clock_sync.empty()) plan.clock_sync = measure::FindClockSync(timing.clock_sync);
  plan.ranks = timing.ranks;
  plan.sizes = timing.sizes;
  plan.rule = timing.rule;
  plan.progress = bench.progress;
  MeasuringResult result = MeasureAll(plan, bench.job);
  if (result.interrupted) throw Interrupted();
  if (bench.job.IsRoot()) WarnLines(FailuresText(result.failures));
  std::erase_if(result.measured, [](const Measured& measured) { return measured.time.reps == 0; });
  return std::move(result.measured);
}

std::vector<int> CurveRanks(const Bench& bench) {
  constexpr std::array kRanks = {2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32};
  std::vector<int> ranks;
  for (const int count : kRanks) {
    if (count <= bench.job.ranks()) ranks.push_back(count);
  }
  return ranks;
}

std::vector<std::string> NoteRanks(const Bench& bench, int of_the_paper) {
  if (bench.job.ranks() >= of_the_paper) return {};
  return {fmt::format("up to {} ranks, which the job has, instead of the paper's {}",
                      bench.job.ranks(), of_the_paper)};
}

}  // namespace colltune::tune
