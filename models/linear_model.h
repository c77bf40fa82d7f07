// What all models share whose expected times are linear in their parameters: the fit, and the
// check of parameters.
#ifndef COLLTUNE_MODELS_LINEAR_MODEL_H_
#define COLLTUNE_MODELS_LINEAR_MODEL_H_

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/networks.h"

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
  std::span<const Experiment> experiments;  ///< the others are left out of the fit
  std::string_view takes;                   ///< which samples tell the parameters apart

  /// Called for samples of `experiments` only; one coefficient for each parameter.
  std::vector<double> (*coefficients)(const NetworkSample& sample);

  /// Given one value for each parameter, finite and not negative.
  std::unique_ptr<Network> (*build)(std::span<const double> values);
};

/// As NetworkModel::fit and NetworkModel::make.
Fit FitLinear(const LinearModel& model, std::span<const NetworkSample> samples);
std::unique_ptr<Network> MakeLinear(const LinearModel& model, const ParameterValues& parameters);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_LINEAR_MODEL_H_
