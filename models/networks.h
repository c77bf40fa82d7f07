// The table of all network models.
#ifndef COLLTUNE_MODELS_NETWORKS_H_
#define COLLTUNE_MODELS_NETWORKS_H_

#include <memory>
#include <span>
#include <string_view>

#include "models/network/network_model.h"

namespace colltune::models {

/// Every model; lives as long as the program.
std::span<const NetworkModel> NetworkModels();

/// Returns the model of that name, or nullptr.
const NetworkModel* FindNetworkModel(std::string_view name);

/// Returns the network of a fit of `model`, from the parameters that were kept of the fit. Throws
/// std::invalid_argument for an unknown model, and as NetworkModel::make.
std::unique_ptr<Network> MakeNetwork(std::string_view model, const ParameterValues& parameters,
                                     std::span<const measure::Place> places = {});

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_NETWORKS_H_
