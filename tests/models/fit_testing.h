// Shared by the tests of the fits.
#ifndef COLLTUNE_TESTS_MODELS_FIT_TESTING_H_
#define COLLTUNE_TESTS_MODELS_FIT_TESTING_H_

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "models/fit/fit_system.h"
#include "models/networks.h"

namespace colltune::models {

inline Fit FitModel(std::string_view model, std::span<const measure::NetworkSample> samples,
                    const FitOptions& options = {}) {
  return FindNetworkModel(model)->fit({{}, {samples.begin(), samples.end()}}, options);
}

/// Returns the parameter of that name. Throws std::out_of_range when there is none.
inline FittedParameter ParameterOf(const Fit& fit, std::string_view name) {
  const auto found = std::ranges::find(fit.parameters, name, &FittedParameter::name);
  if (found == fit.parameters.end()) throw std::out_of_range(std::string(name));
  return *found;
}

/// The message of the std::invalid_argument that `action` throws; empty when it throws none.
template <typename Action>
std::string RefusalOf(const Action& action) {
  try {
    action();
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return {};
}

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_FIT_TESTING_H_
