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
  summary.percentile95 = errors[(95 * n + 99) / 100 - 1];
  summary.worst = errors.back();
  return summary;
}

RegretSummary RegretOf(std::span<const Prediction> rows, std::size_t model) {
  std::map<std::tuple<Collective, int, std::int64_t>, std::vector<const Prediction*>> choices;
  for (const Prediction& row : rows) {
    choices[{row.collective, row.ranks, row.bytes.count}].push_back(&row);
  }
  RegretSummary summary{.choices = choices.size(), .worst = -1};
  for (const auto& [key, candidates] : choices) {
    const Prediction& chosen = **std::ranges::min_element(
        candidates, {}, [&](const Prediction* row) { return row->predicted[model]; });
    const Prediction& best = **std::ranges::min_element(candidates, {}, &Prediction::truth);
    const double regret = chosen.truth / best.truth - 1;
    summary.mean += regret / static_cast<double>(choices.size());
    if (regret > summary.worst) {
      summary.worst = regret;
      summary.chosen = chosen;
      summary.best = best;
    }
  }
  return summary;
}

}  // namespace colltune::models
