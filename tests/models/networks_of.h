// The networks that predictions are made with, by name.
#ifndef COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_
#define COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_

#include <memory>
#include <string_view>

#include "models/network.h"

namespace colltune {

/// What stands for the parameters that a simulated machine is configured with, instead of a model.
inline constexpr std::string_view kConfigured = "configured";

/// The network of MPI_COMM_WORLD on machine `platform`: as configured, or what `model` makes of
/// measurements there. Collective over MPI_COMM_WORLD. Throws std::invalid_argument for an unknown
/// name.
std::unique_ptr<Network> NetworkOf(std::string_view model, std::string_view platform);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_
