#include "tuner/show/calibrated_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "algorithms/registry.h"
#include "measure/statistics/statistics.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

using Point = std::tuple<int, Rank, Bytes>;  // ranks, root, bytes
using ByAlgorithm = std::map<std::string, std::map<Point, std::vector<Seconds>>>;

ByAlgorithm Divide(std::span<const measure::Record> records, Collective collective) {
  ByAlgorithm all;
  for (const measure::Record& record : records) {
    if (record.op != ToText(collective) || !record.valid || record.destination) continue;
    all[record.algorithm][{record.ranks, record.root, record.bytes}].push_back(record.seconds);
  }
  return all;
}

std::string Spread(double half_width, const std::string& text) {
  return std::isfinite(half_width) ? " +- " + text : "";
}

}  // namespace

std::vector<models::Calibration> CalibrationsOf(std::span<const measure::Record> records,
                                                Collective collective,
                                                const NetworkOfRanks& network,
                                                const std::string& file) {
  std::vector<models::Calibration> calibrations;
  for (const auto& [name, points] : Divide(records, collective)) {
    const Choice choice = ParseChoice(collective, name);
    if (!choice.HasSchedule()) continue;
    std::vector<models::TimedRun> runs;
    int most_ranks = 0;
    for (const auto& [point, times] : points) {
      const auto& [ranks, root, bytes] = point;
      runs.push_back(
          {{.ranks = ranks, .root = root, .elements = bytes.count}, measure::Median(times)});
      most_ranks = std::max(most_ranks, ranks);
    }
    calibrations.push_back(models::Calibrate(choice, runs, *network(most_ranks)));
  }
  if (calibrations.empty()) {
    throw std::invalid_argument(
        fmt::format("{}: it has no valid time of an algorithm of {}", file, ToText(collective)));
  }
  return calibrations;
}

std::string CalibrationText(std::span<const models::Calibration> calibrations,
                            const std::string& file) {
  std::string text = fmt::format("corrected by {}:\n", file);
  for (const models::Calibration& c : calibrations) {
    text += fmt::format(
        "  {}: {:.3f}{} of the prediction and {}{}, by {} times on {} to {} ranks\n",
        ToText(c.choice), c.scale,
        Spread(c.scale_half_width, fmt::format("{:.3f}", c.scale_half_width)), TimeText(c.offset),
        Spread(c.offset_half_width.count(), TimeText(c.offset_half_width)), c.runs, c.least_ranks,
        c.most_ranks);
  }
  return text;
}

}  // namespace colltune::tune
