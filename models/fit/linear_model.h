// Common part of all models whose expected times are linear in their parameters: the fit, and the
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

namespace colltune::models {

struct LinearParameter {
  std::string_view name;  ///< persistent: it stands in profiles
  std::string_view unit;
  std::string_view why_zero;  ///< what a negative best value would say about the samples
};

/// Model in which the expected time of a sample is the sum over j of coefficients(sample)[j] *
/// parameter j. The delays in which the sender of a delayed flood computes are added.
struct LinearModel {
  std::string_view name;
  std::span<const LinearParameter> parameters;
  std::span<const measure::Experiment>
      experiments;         ///< the fit needs one of each, and ignores others
  std::string_view takes;  ///< samples that tell the parameters apart

  /// Called for samples of `experiments` only. Returns one coefficient for each of the first
  /// parameters; the coefficients left out are 0.
  std::vector<double> (*coefficients)(const measure::NetworkSample& sample);

  /// Builds the network from one value for each parameter, finite and not negative.
  std::unique_ptr<Network> (*build)(std::span<const double> values);
};

/// Returns the unknowns of the model, from index 0 on, and its expectations. Throws
/// std::invalid_argument that names the experiments without a sample.
FitSystem LinearSystem(const LinearModel& model, std::span<const measure::NetworkSample> samples);

/// Expects the sample's time, if it is of one of the model's experiments, by the model's parameters
/// from the unknown `first` on.
void ExpectLinear(const LinearModel& model, const measure::NetworkSample& sample, std::size_t first,
                  FitSystem& system);

/// Fits the model, as NetworkModel::fit.
Fit FitLinear(const LinearModel& model, const measure::NetworkData& data,
              const FitOptions& options);

/// Throws std::invalid_argument naming `model` for a value that is negative or not finite, and for
/// a name that is not among `known`.
void CheckValues(std::string_view model, const ParameterValues& values,
                 std::span<const std::string> known);

/// Throws std::invalid_argument naming `model` for a value that is negative or not finite.
void CheckFinite(std::string_view model, const ParameterValues& values);

/// Returns the value of that name. Throws std::invalid_argument naming `model` when there is none.
double Get(std::string_view model, const ParameterValues& values, std::string_view name);

/// Makes the network, as NetworkModel::make.
std::unique_ptr<Network> MakeLinear(const LinearModel& model, const ParameterValues& parameters);

/// Returns the values of the fit's parameters, by name.
ParameterValues ValuesOf(const Fit& fit);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_LINEAR_MODEL_H_
