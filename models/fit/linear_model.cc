#include "models/fit/linear_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace colltune::models {
namespace {

[[noreturn]] void Fail(std::string_view model, std::string_view reason) {
  throw std::invalid_argument(fmt::format("{}: {}", model, reason));
}

/// Returns the time of the sample in which the sender computes and the network does nothing.
Seconds Computing(const measure::NetworkSample& sample) {
  if (sample.experiment != measure::Experiment::kDelayedFlood) return Seconds{};
  return (sample.messages - 1) * sample.delay;
}

/// Largest message that tells an overhead: a cache line. A processor that copies the bytes takes
/// longer for more of them, which models with one overhead for all sizes do not know.
constexpr Bytes kMostOverhead{64};

bool IsOverhead(measure::Experiment experiment) {
  return experiment == measure::Experiment::kDelayedFlood ||
         experiment == measure::Experiment::kLateReceive;
}

}  // namespace

FitSystem LinearSystem(const LinearModel& model, std::span<const measure::NetworkSample> samples) {
  RequireEachExperiment(model.name, model.experiments, samples);
  FitSystem system(model.name);
  for (const LinearParameter& parameter : model.parameters) {
    system.Add({.name = std::string(parameter.name),
                .unit = std::string(parameter.unit),
                .why_zero = std::string(parameter.why_zero),
                .takes = std::string(model.takes)});
  }
  for (const measure::NetworkSample& sample : samples) ExpectLinear(model, sample, 0, system);
  return system;
}

void ExpectLinear(const LinearModel& model, const measure::NetworkSample& sample, std::size_t first,
                  FitSystem& system) {
  if (std::ranges::count(model.experiments, sample.experiment) == 0) return;
  // Ignores floods of nonblocking sends, which may keep the pace of something else.
  if (sample.experiment == measure::Experiment::kFlood && sample.depth > 0) return;
  if (IsOverhead(sample.experiment) && sample.bytes > kMostOverhead) return;
  std::vector<Term> terms;
  for (const double coefficient : model.coefficients(sample)) {
    terms.push_back({first + terms.size(), coefficient});
  }
  system.Expect(sample, std::move(terms), Computing(sample));
}

Fit FitLinear(const LinearModel& model, const measure::NetworkData& data,
              const FitOptions& options) {
  Fit fit = LinearSystem(model, data.samples).Solve(options);
  fit.network = MakeLinear(model, ValuesOf(fit));
  return fit;
}

void CheckValues(std::string_view model, const ParameterValues& values,
                 std::span<const std::string> known) {
  for (const auto& [name, value] : values) {
    if (std::ranges::count(known, name) == 0) {
      Fail(model, fmt::format("it has no parameter '{}'", name));
    }
  }
  CheckFinite(model, values);
}

void CheckFinite(std::string_view model, const ParameterValues& values) {
  for (const auto& [name, value] : values) {
    if (std::isfinite(value) && value >= 0) continue;
    Fail(model, fmt::format("{} is {:g}, and must be at least 0 and finite", name, value));
  }
}

double Get(std::string_view model, const ParameterValues& values, std::string_view name) {
  const auto found = values.find(name);
  if (found == values.end()) Fail(model, fmt::format("no value of {}", name));
  return found->second;
}

std::unique_ptr<Network> MakeLinear(const LinearModel& model, const ParameterValues& parameters) {
  std::vector<std::string> known;
  for (const LinearParameter& parameter : model.parameters) known.emplace_back(parameter.name);
  CheckValues(model.name, parameters, known);
  std::vector<double> values;
  for (const std::string& name : known) values.push_back(Get(model.name, parameters, name));
  return model.build(values);
}

ParameterValues ValuesOf(const Fit& fit) {
  ParameterValues values;
  for (const FittedParameter& parameter : fit.parameters) values[parameter.name] = parameter.value;
  return values;
}

}  // namespace colltune::models
