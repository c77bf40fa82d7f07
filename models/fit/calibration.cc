// Correction of single algorithms. Network parameters that are fitted to messages between two ranks
// misrank algorithms that use the network otherwise. Nuriyev & Lastovetsky, "Efficient and Accurate
// Selection of Optimal Collective Communication Algorithms Using Analytical Performance Modeling"
// (IEEE Access 9, 2021), therefore fit the parameters of each algorithm to runs of that algorithm.
// Here all algorithms share the network's parameters, which can so be compared and carried
// elsewhere. The difference is kept apart.
#include "models/fit/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "algorithms/registry.h"
#include "models/fit/least_squares.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

void Check(const Choice& choice, std::span<const TimedRun> runs) {
  const std::string name = ToText(choice);
  if (runs.empty()) {
    throw std::invalid_argument(fmt::format("calibration of {}: there is no run", name));
  }
  for (const TimedRun& run : runs) {
    if (!std::isfinite(run.time.count()) || run.time <= Seconds{}) {
      throw std::invalid_argument(
          fmt::format("calibration of {}: a run on {} ranks cannot take {:g} s", name,
                      run.shape.ranks, run.time.count()));
    }
    const std::string why = Declines(choice, run.shape);
    if (why.empty()) continue;
    throw std::invalid_argument(
        fmt::format("calibration of {}: no run on {} ranks: {}", name, run.shape.ranks, why));
  }
}

LeastSquares Solve(std::span<const TimedRun> runs, std::span<const double> predicted,
                   bool with_offset) {
  std::vector<Equation> equations;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Equation equation{{{0, predicted[i]}}, runs[i].time.count(), 1 / runs[i].time.count()};
    if (with_offset) equation.terms.push_back({1, 1});
    equations.push_back(std::move(equation));
  }
  return SolveNonNegativeLeastSquares(equations);
}

}  // namespace

Calibration Calibrate(const Choice& choice, std::span<const TimedRun> runs,
                      const Network& network) {
  Check(choice, runs);
  std::vector<double> predicted;
  Calibration result{.choice = choice,
                     .least_ranks = runs.front().shape.ranks,
                     .most_ranks = runs.front().shape.ranks,
                     .runs = static_cast<int>(runs.size())};
  for (const TimedRun& run : runs) {
    predicted.push_back(Predict(choice, run.shape, network).count());
    result.least_ranks = std::min(result.least_ranks, run.shape.ranks);
    result.most_ranks = std::max(result.most_ranks, run.shape.ranks);
  }
  LeastSquares solution = Solve(runs, predicted, true);
  if (!solution.undetermined.empty()) solution = Solve(runs, predicted, false);
  if (!solution.undetermined.empty()) return result;  // predicted to take no time: scale 1
  result.scale = solution.parameters[0].value;
  result.scale_half_width = solution.parameters[0].half_width;
  if (solution.parameters.size() < 2) return result;
  result.offset = Seconds(solution.parameters[1].value);
  result.offset_half_width = Seconds(solution.parameters[1].half_width);
  return result;
}

std::optional<Seconds> Corrected(const Choice& choice, const Shape& shape, Seconds predicted,
                                 std::span<const Calibration> calibrations) {
  const std::string name = ToText(choice);
  for (const Calibration& c : calibrations) {
    if (shape.ranks < c.least_ranks || shape.ranks > c.most_ranks) continue;
    if (ToText(c.choice) == name) return c.offset + c.scale * predicted;
  }
  return std::nullopt;
}

}  // namespace colltune::models
