#include "tuner/decide/regret_report.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "tuner/search/grid.h"
#include "tuner/search/judgement.h"

namespace colltune::tune {
namespace {

/// Regrets, each with its weight.
using Weighted = std::vector<std::pair<double, double>>;

double MeanOf(const Weighted& regrets) {
  double sum = 0;
  double weights = 0;
  for (const auto& [regret, weight] : regrets) {
    sum += weight * regret;
    weights += weight;
  }
  return weights > 0 ? sum / weights : 0;
}

/// Returns the regret that 95 % of the weight have at most.
double P95Of(Weighted regrets) {
  constexpr double kShare = 0.95;
  std::ranges::sort(regrets);
  double all = 0;
  for (const auto& [regret, weight] : regrets) all += weight;
  double sum = 0;
  for (const auto& [regret, weight] : regrets) {
    sum += weight;
    if (sum >= kShare * all) return regret;
  }
  return 0;
}

/// Adds up the weights of decisions by what they rest on.
void AddShares(const DecisionTable& table, const Measurements& measurements,
               const LayoutPlacing& placing, RegretReport& report) {
  double all = 0;
  for (const Collective collective : measurements.space().collectives) {
    for (const GridPoint& point : PointsOf(measurements.space(), collective)) {
      const Problem& problem = point.problem;
      const bool is_measured = measurements.MeasuredAt(problem) != nullptr;
      const Row* const row = table.Find(collective, SizeOf(problem.layout), problem.root,
                                        placing.placement(problem.layout));
      const Rule* const rule = row == nullptr ? nullptr : row->Find(problem.bytes);
      const bool is_library = rule == nullptr || rule->choice == kLibrary;
      (is_measured  ? report.measured
       : is_library ? report.left_to_library
                    : report.interpolated) += point.weight;
      all += point.weight;
    }
  }
  if (all <= 0) return;
  for (double* share : {&report.measured, &report.left_to_library, &report.interpolated}) {
    *share /= all;
  }
}

}  // namespace

RegretReport ReportOn(const DecisionTable& table, Planner& planner, const LayoutPlacing& placing) {
  RegretReport report;
  Weighted expected;
  for (const Expectation& each : planner.Expectations()) {
    expected.emplace_back(each.regret, each.weight);
  }
  report.expected = {MeanOf(expected), P95Of(expected)};
  Weighted measured;
  for (const Problem& problem : planner.measurements().held_out()) {
    if (const auto regret = RegretOfInterpolation(planner.measurements(), problem)) {
      measured.emplace_back(*regret, 1);
    }
  }
  report.calibrations = static_cast<int>(measured.size());
  report.calibrated = {MeanOf(measured), P95Of(measured)};
  AddShares(table, planner.measurements(), placing, report);
  report.spent = planner.spent();
  report.budget = planner.budget();
  report.later = planner.LaterRegret();
  return report;
}

}  // namespace colltune::tune
