#include "tests/models/prediction_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace colltune::models {
namespace {

double ErrorOf(const Prediction& row, std::size_t model) {
  return std::abs(row.predicted[model] / row.truth - 1);
}

/// Returns the least value that `percent` of the sorted values do not exceed.
double PercentileOf(std::span<const double> sorted, std::size_t percent) {
  return sorted[(percent * sorted.size() + 99) / 100 - 1];
}

}  // namespace

std::string WhatOf(const Prediction& prediction) {
  return fmt::format("{}:{}, {} ranks, {} B", ToText(prediction.collective), prediction.algorithm,
                     prediction.ranks, prediction.bytes.count);
}

ErrorSummary ErrorsOf(std::span<const Prediction> rows, std::size_t model) {
  std::vector<double> errors;
  errors.reserve(rows.size());
  for (const Prediction& row : rows) errors.push_back(ErrorOf(row, model));
  const auto worst = std::ranges::max_element(errors) - errors.begin();
  ErrorSummary summary{.rows = rows.size(), .where = rows[static_cast<std::size_t>(worst)]};
  std::ranges::sort(errors);
  const std::size_t n = errors.size();
  summary.median = (errors[(n - 1) / 2] + errors[n / 2]) / 2;
  summary.percentile90 = PercentileOf(errors, 90);
  summary.percentile95 = PercentileOf(errors, 95);
  summary.worst = errors.back();
  return summary;
}

RegretSummary RegretOf(std::span<const Prediction> rows, std::size_t model) {
  std::map<std::tuple<std::string, Collective, int, std::int64_t>, std::vector<const Prediction*>>
      choices;
  for (const Prediction& row : rows) {
    choices[{row.machine, row.collective, row.ranks, row.bytes.count}].push_back(&row);
  }
  RegretSummary summary{.choices = choices.size(), .worst = -1};
  std::vector<double> regrets;
  for (const auto& [key, candidates] : choices) {
    const Prediction& chosen = **std::ranges::min_element(
        candidates, {}, [&](const Prediction* row) { return row->predicted[model]; });
    const Prediction& best = **std::ranges::min_element(candidates, {}, &Prediction::truth);
    const double regret = chosen.truth / best.truth - 1;
    regrets.push_back(regret);
    summary.mean += regret / static_cast<double>(choices.size());
    if (regret > summary.worst) {
      summary.worst = regret;
      summary.chosen = chosen;
      summary.best = best;
    }
  }
  std::ranges::sort(regrets);
  summary.percentile95 = PercentileOf(regrets, 95);
  return summary;
}

void PrintSummaryHead() {
  fmt::print("{:<10} {:<10} {:>6} {:>7} {:>7} {:>7} {:>7}  where (in %)\n", "machine", "model",
             "rows", "median", "90th", "95th", "worst");
}

void PrintSummary(std::string_view machine, std::string_view model_name,
                  std::span<const Prediction> rows, std::size_t model) {
  const ErrorSummary error = ErrorsOf(rows, model);
  const RegretSummary regret = RegretOf(rows, model);
  fmt::print("{:<10} {:<10} {:>6} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.1f}  {}\n", machine, model_name,
             error.rows, 100 * error.median, 100 * error.percentile90, 100 * error.percentile95,
             100 * error.worst, WhatOf(error.where));
  fmt::print("{:<10} {:<10} {:>6} {:>7.2f} {:>7} {:>7.2f} {:>7.1f}  {} instead of {}\n", "",
             "  regret", regret.choices, 100 * regret.mean, "mean", 100 * regret.percentile95,
             100 * regret.worst, WhatOf(regret.chosen), regret.best.algorithm);
}

}  // namespace colltune::models
