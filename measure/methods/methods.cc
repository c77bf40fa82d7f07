#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>

#include "algorithms/buffers.h"
#include "measure/methods/method.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {

#define COLLTUNE_METHOD(Make) \
  std::unique_ptr<Method> Make(Operation&, GlobalClock&, const MethodOptions&)
// The comment after each function names the file that defines it.
COLLTUNE_METHOD(MakePerDestination);  // per_destination.cc
COLLTUNE_METHOD(MakeRoot);            // isolated.cc
COLLTUNE_METHOD(MakeMaximum);         // isolated.cc
COLLTUNE_METHOD(MakeGlobal);          // isolated.cc
COLLTUNE_METHOD(MakeWindow);          // isolated.cc
COLLTUNE_METHOD(MakeRoundTime);       // isolated.cc
#undef COLLTUNE_METHOD
std::span<const MethodEntry> LoopMethods();  // loops.cc: biased methods, for comparison

namespace {

std::vector<MethodEntry> AllMethods() {
  std::vector<MethodEntry> table = {
      {.name = "per_destination",
       .summary = "acknowledged operations, destination by destination; needs no clocks in step",
       .source = "de Supinski & Karonis 1999, section 4",
       .needs_global_clock = false,
       .biased = false,
       .rooted_only = true,
       .make = MakePerDestination},
      {.name = "root",
       .summary = "after two barriers, the time of the root alone",
       .source = "Lastovetsky, Rychkov & O'Flynn 2008, section 2.1",
       .needs_global_clock = false,
       .biased = false,
       .rooted_only = true,
       .make = MakeRoot},
      {.name = "maximum",
       .summary = "after two barriers, the longest of the ranks' own times",
       .source = "Lastovetsky, Rychkov & O'Flynn 2008, section 2.1",
       .needs_global_clock = false,
       .biased = false,
       .rooted_only = false,
       .make = MakeMaximum},
      {.name = "global",
       .summary = "behind two barriers, from the first start to the last end",
       .source = "Lastovetsky, Rychkov & O'Flynn 2008, section 2.1",
       .needs_global_clock = true,
       .biased = false,
       .rooted_only = false,
       .make = MakeGlobal},
      {.name = "window",
       .summary = "all ranks start at common times, announced for a row of operations",
       .source = "Worsch, Reussner & Augustin 2002; Hoefler, Schneider & Lumsdaine 2008",
       .needs_global_clock = true,
       .biased = false,
       .rooted_only = false,
       .reduces = true,
       .make = MakeWindow},
      {.name = "round_time",
       .summary = "all ranks start at a common time, announced anew each time",
       .source = "Hunold & Carpen-Amarie 2018",
       .needs_global_clock = true,
       .biased = false,
       .rooted_only = false,
       .reduces = true,
       .make = MakeRoundTime},
  };
  std::ranges::copy(LoopMethods(), std::back_inserter(table));
  return table;
}

}  // namespace

std::span<const MethodEntry> Methods() {
  static const std::vector<MethodEntry> table = AllMethods();
  return table;
}

std::optional<Reduction> FindReduction(std::string_view name) {
  const auto found = std::ranges::find(kReductionNames, name);
  if (found == kReductionNames.end()) return std::nullopt;
  return static_cast<Reduction>(found - kReductionNames.begin());
}

const MethodEntry& StandardMethod(Collective collective, bool shares_clock) {
  return *FindMethod(shares_clock || !HasRoot(collective) ? "round_time" : "per_destination");
}

std::string Declines(const MethodEntry& method, Collective collective) {
  if (!method.rooted_only || HasRoot(collective)) return {};
  return fmt::format("{} times collectives with a root, and {} has none", method.name,
                     ToText(collective));
}

void MethodOptions::Validate() const {
  if (batch < 1) throw std::invalid_argument(fmt::format("batch {} is below 1", batch));
  if (calibrations < 1) {
    throw std::invalid_argument(fmt::format("calibrations {} are below 1", calibrations));
  }
  if (!(clock_share > 0)) {
    throw std::invalid_argument(fmt::format("clock share {} is not above 0", clock_share));
  }
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

}  // namespace colltune::measure
