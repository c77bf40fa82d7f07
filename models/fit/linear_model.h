// What all models share whose expected times are linear in their parameters: the fit, and the
// check of parameters.
#ifndef COLLTUNE_MODELS_FIT_LINEAR_MODEL_H_
#define COLLTUNE_MODELS_FIT_LINEAR_MODEL_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/fit/fit_system.h"
#include "models/network/network_model.h"

namespace colltune {

struct LinearParameter {
  std::string_view name;  ///< persistent: it stands in profiles
  std::string_view unit;
  std::string_view why_zero;  ///< what it says about the samples if it would fit best negative
};

/// The expected time of a sample is the sum over j of coefficients(sample)[j] * parameter j, and
/// the delays in which the sender of a delayed flood computes.
struct LinearModel {
  std::string_view name;
  std::span<const LinearParameter> parameters;
  std::span<const Experiment> experiments;  ///< the fit takes one of each, and no others
  std::string_view takes;                   ///< which samples tell the parameters apart

  /// Called for samples of `experiments` only; one coefficient for each of the first parameters,
  /// and 0 for those that it leaves out.
  std::vector<double> (*coefficients)(const NetworkSample& sample);

  /// Given one value for each parameter, finite and not negative.
  std::unique_ptr<Network> (*build)(std::span<const double> values);
};

/// The unknowns and expectations of the model, the former from index 0 on. Throws
/// std::invalid_argument naming the experiments without a sample.
FitSystem LinearSystem(const LinearModel& model, std::span<const NetworkSample> samples);

/// Expects the sample, if it is one of the model's experiments, with the model's parameters from
/// the unknown `first` on.
void ExpectLinear(const LinearModel& model, const NetworkSample& sample, std::size_t first,
                  FitSystem& system);

/// As NetworkModel::fit.
Fit FitLinear(const LinearModel& model, const NetworkData& data, const FitOptions& options);

/// Throws std::invalid_argument naming `model` for a value that is negative or not finite, and for
/// a name that is not among `known`.
void CheckValues(std::string_view model, const ParameterValues& values,
                 std::span<const std::string> known);

/// The former alone.
void CheckFinite(std::string_view model, const ParameterValues& values);

/// The value of that name. Throws std::invalid_argument naming `model` when there is none.
double Get(std::string_view model, const ParameterValues& values, std::string_view name);

/// As NetworkModel::make.
std::unique_ptr<Network> MakeLinear(const LinearModel& model, const ParameterValues& parameters);

/// By name.
ParameterValues ValuesOf(const Fit& fit);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FIT_LINEAR_MODEL_H_
