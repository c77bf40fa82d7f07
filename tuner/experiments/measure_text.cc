#include "tuner/experiments/measure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/statistics/comparison.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

std::string IntervalText(const measure::Estimate& time) {
  const std::string high = std::isinf(time.high.count()) ? "?" : TimeText(time.high);
  return fmt::format("{:>9} .. {:<9}", TimeText(time.low), high);
}

/// Names the fastest pool that is significantly faster than `loser`; empty where there is none.
std::string FasterThan(std::size_t loser, std::span<const measure::Pool> pools,
                       std::span<const measure::Comparison> comparisons) {
  const measure::Comparison* best = nullptr;
  for (const measure::Comparison& c : comparisons) {
    if (!c.significant || c.slower != loser) continue;
    if (!best || pools[c.faster].median.value < pools[best->faster].median.value) best = &c;
  }
  return best ? fmt::format("{} (p {:.2g})", pools[best->faster].contender.name, best->p) : "";
}

}  // namespace

std::string MeasuredText(std::span<const Measured> measured, const measure::StoppingRule& rule) {
  std::string text = fmt::format("{:<24} {:>6} {:>8} {:>10} {:>22} {:>8} {:>8} {:>9} {:>11}\n",
                                 "algorithm", "ranks", "bytes", rule.statistic,
                                 fmt::format("{:.4g} % interval", 100 * rule.confidence), "samples",
                                 "invalid", "preempted", "clock error");
  int inexact = 0;
  for (const Measured& m : measured) {
    if (!m.failed.empty()) {
      text += fmt::format("{:<24} {:>6} {:>8} failed: {}\n", m.algorithm, m.ranks, ToText(m.bytes),
                          m.failed);
      continue;
    }
    const bool none = m.time.reps == 0;
    text += fmt::format("{:<24} {:>6} {:>8} {:>10} {:>22} {:>8} {:>8} {:>9} {:>11}\n", m.algorithm,
                        m.ranks, ToText(m.bytes), none ? "-" : TimeText(m.time.value),
                        none ? "-" : IntervalText(m.time), m.time.reps, m.invalid, m.preempted,
                        m.clock_error > Seconds(0) ? TimeText(m.clock_error) : "-");
    inexact += m.inexact;
  }
  if (inexact > 0) {
    text += fmt::format(
        "{} samples are invalid because the ranks' clocks may differ by too large a share of the "
        "time (--clock-share); per_destination needs no clocks in step\n",
        inexact);
  }
  return text;
}

std::string CostsText(std::span<const Measured> measured) {
  std::string text = fmt::format("\n{:<24} {:>6} {:>8} {:>6} {:>10} {:>10}\n", "algorithm", "ranks",
                                 "bytes", "rank", "overhead", "gap");
  for (const Measured& m : measured) {
    for (std::size_t rank = 0; rank < m.costs.size(); ++rank) {
      text += fmt::format("{:<24} {:>6} {:>8} {:>6} {:>10} {:>10}\n", m.algorithm, m.ranks,
                          ToText(m.bytes), rank, TimeText(m.costs[rank].overhead),
                          TimeText(m.costs[rank].gap));
    }
  }
  return text;
}

std::string SkewsText(std::span<const measure::BarrierSkew> skews) {
  std::string text = fmt::format("\n{:<24} {:>10} {:>11} {:>8}\n", "left by the ranks within",
                                 "median", "clock error", "samples");
  for (const measure::BarrierSkew& skew : skews) {
    text += fmt::format("{:<24} {:>10} {:>11} {:>8}\n", skew.barrier, TimeText(skew.skew),
                        skew.error > Seconds(0) ? TimeText(skew.error) : "-", skew.samples);
  }
  return text;
}

std::string RunsText(std::span<const measure::Pool> pools, double confidence) {
  std::string text = fmt::format(
      "{:<24} {:>6} {:>8} {:>10} {:>22} {:>5}  {}\n", "algorithm", "ranks", "bytes", "median",
      fmt::format("{:.4g} % interval", 100 * confidence), "runs", "slower than");
  for (std::size_t begin = 0; begin < pools.size();) {
    std::size_t end = begin;
    while (end < pools.size() && pools[end].problem == pools[begin].problem) ++end;
    const auto group = pools.subspan(begin, end - begin);
    std::vector<measure::Contender> contenders;
    for (const measure::Pool& pool : group) contenders.push_back(pool.contender);
    const auto comparisons = measure::Compare(contenders, confidence);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const measure::Pool& pool = group[i];
      text += fmt::format("{:<24} {:>6} {:>8} {:>10} {:>22} {:>5}  {}\n", pool.contender.name,
                          pool.problem.ranks, ToText(pool.problem.bytes),
                          TimeText(pool.median.value), IntervalText(pool.median),
                          pool.contender.runs.size(), FasterThan(i, group, comparisons));
    }
    const auto runs = std::ranges::min(contenders, {}, [](const measure::Contender& c) {
                        return c.runs.size();
                      }).runs.size();
    const int least = contenders.size() < 2 ? 0 : measure::LeastRuns(contenders.size(), confidence);
    if (std::cmp_less(runs, least)) {
      text +=
          fmt::format("  ({} runs cannot tell {} implementations apart at {:.4g} %: it takes {})\n",
                      runs, contenders.size(), 100 * confidence, least);
    }
    begin = end;
  }
  return text;
}

}  // namespace colltune::tune
