#include "models/linear_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "models/least_squares.h"

namespace colltune {
namespace {

// In the order of the enum.
constexpr std::array<std::string_view, 11> kExperimentNames = {
    "round trip",   "flood",        "delayed flood",
    "late receive", "one to many",  "one to many, the last answers",
    "send call",    "send overlap", "receive overlap",
    "many to one",  "pairs at once"};

std::string_view ToText(Experiment experiment) {
  return kExperimentNames[static_cast<std::size_t>(experiment)];
}

[[noreturn]] void Fail(const LinearModel& model, std::string_view reason) {
  throw std::invalid_argument(fmt::format("{}: {}", model.name, reason));
}

/// The time that the network takes no part in.
Seconds Computing(const NetworkSample& sample) {
  if (sample.experiment != Experiment::kDelayedFlood) return Seconds{};
  return (sample.messages - 1) * sample.delay;
}

void Check(const LinearModel& model, const NetworkSample& s) {
  const bool time = std::isfinite(s.time.count()) && s.time > Seconds{};
  const bool delay = std::isfinite(s.delay.count()) && s.delay >= Seconds{};
  if (time && delay && s.messages >= 1 && s.bytes >= Bytes{}) return;
  Fail(model, fmt::format("no {} from rank {} to {} can have {} messages of {} bytes, a delay of "
                          "{:g} s and take {:g} s",
                          ToText(s.experiment), s.from, s.to, s.messages, s.bytes.count,
                          s.delay.count(), s.time.count()));
}

std::vector<NetworkSample> Usable(const LinearModel& model,
                                  std::span<const NetworkSample> samples) {
  std::vector<NetworkSample> usable;
  for (const NetworkSample& sample : samples) {
    if (std::ranges::count(model.experiments, sample.experiment) == 0) continue;
    Check(model, sample);
    usable.push_back(sample);
  }
  return usable;
}

void RequireEachExperiment(const LinearModel& model, std::span<const NetworkSample> samples) {
  std::vector<std::string_view> missing;
  for (const Experiment needed : model.experiments) {
    if (std::ranges::count(samples, needed, &NetworkSample::experiment) == 0) {
      missing.push_back(ToText(needed));
    }
  }
  if (missing.empty()) return;
  Fail(model, fmt::format("there is no sample of: {}", fmt::join(missing, ", ")));
}

[[noreturn]] void FailUndetermined(const LinearModel& model,
                                   std::span<const std::size_t> undetermined) {
  std::vector<std::string_view> names;
  for (const std::size_t j : undetermined) names.push_back(model.parameters[j].name);
  Fail(model, fmt::format("the samples do not determine {}; it takes {}", fmt::join(names, ", "),
                          model.takes));
}

/// With weights of 1/measured, a residual is predicted/measured - 1: a microsecond matters in a
/// message of a few bytes and not in one of megabytes.
LeastSquares Solve(const LinearModel& model, std::span<const NetworkSample> samples) {
  std::vector<Equation> equations;
  equations.reserve(samples.size());
  for (const NetworkSample& sample : samples) {
    equations.push_back({.coefficients = model.coefficients(sample),
                         .value = (sample.time - Computing(sample)).count(),
                         .weight = 1 / sample.time.count()});
  }
  LeastSquares solution = SolveNonNegativeLeastSquares(equations);
  if (!solution.undetermined.empty()) FailUndetermined(model, solution.undetermined);
  return solution;
}

}  // namespace

Fit FitLinear(const LinearModel& model, std::span<const NetworkSample> samples) {
  const std::vector<NetworkSample> usable = Usable(model, samples);
  RequireEachExperiment(model, usable);
  const LeastSquares solution = Solve(model, usable);

  Fit fit;
  fit.model = model.name;
  std::vector<double> values;
  for (std::size_t j = 0; j < model.parameters.size(); ++j) {
    const LinearParameter& parameter = model.parameters[j];
    const Estimate& estimate = solution.parameters[j];
    values.push_back(estimate.value);
    fit.parameters.push_back({std::string(parameter.name), estimate.value,
                              std::string(parameter.unit), estimate.half_width});
    if (estimate.held_at_zero) {
      fit.notes.push_back(fmt::format("{}: {}; fixed at 0", parameter.name, parameter.why_zero));
    }
  }
  const auto worst = std::ranges::max_element(solution.residuals, {},
                                              [](double residual) { return std::abs(residual); });
  fit.worst_residual = std::abs(*worst);
  fit.worst_sample = usable[static_cast<std::size_t>(worst - solution.residuals.begin())];
  fit.network = model.build(values);
  return fit;
}

std::unique_ptr<Network> MakeLinear(const LinearModel& model, const ParameterValues& parameters) {
  for (const auto& [name, value] : parameters) {
    if (std::ranges::count(model.parameters, name, &LinearParameter::name) == 0) {
      Fail(model, fmt::format("it has no parameter '{}'", name));
    }
    if (!std::isfinite(value) || value < 0) {
      Fail(model, fmt::format("{} is {:g}, and must be at least 0 and finite", name, value));
    }
  }
  std::vector<double> values;
  for (const LinearParameter& parameter : model.parameters) {
    const auto found = parameters.find(parameter.name);
    if (found == parameters.end()) Fail(model, fmt::format("no value of {}", parameter.name));
    values.push_back(found->second);
  }
  return model.build(values);
}

}  // namespace colltune
