#include <algorithm>
#include <array>
#include <set>

#include "measure/method.h"
#include "measure/statistics.h"

namespace colltune {

std::unique_ptr<Method> MakePerDestination(Operation& operation, const Clock& clock);
std::unique_ptr<Method> MakeRoundTime(Operation& operation, const Clock& clock);

std::span<const MethodEntry> Methods() {
  // One line for each method; each is defined in <name>.cc.
  static const std::array<MethodEntry, 2> table = {{
      {"per_destination",
       "acknowledged broadcasts, destination by destination; needs no clocks in step", false,
       MakePerDestination},
      {"round_time", "all ranks start at a common time; until the last one ends", true,
       MakeRoundTime},
  }};
  return table;
}

const MethodEntry* FindMethod(std::string_view name) {
  const auto found = std::ranges::find(Methods(), name, &MethodEntry::name);
  return found == Methods().end() ? nullptr : &*found;
}

std::vector<Seconds> ValidTimes(std::span<const Sample> samples, Rank destination) {
  std::vector<Seconds> times;
  for (const Sample& sample : samples) {
    if (sample.valid && sample.destination == destination) times.push_back(sample.time);
  }
  return times;
}

Summary Summarise(std::span<const Sample> samples, double confidence) {
  Summary summary;
  std::set<Rank> destinations;
  for (const Sample& sample : samples) {
    if (sample.valid) destinations.insert(sample.destination);
    summary.invalid += !sample.valid;
  }
  for (const Rank destination : destinations) {
    const std::vector<Seconds> times = ValidTimes(samples, destination);
    const Seconds median = Median(times);
    if (summary.samples > 0 && median <= summary.median) continue;
    const Interval interval = MedianInterval(times, confidence);
    summary.destination = destination;
    summary.samples = static_cast<int>(times.size());
    summary.median = median;
    summary.low = interval.low;
    summary.high = interval.high;
  }
  return summary;
}

}  // namespace colltune
