// The networks that predictions are made with, by name.
#ifndef COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_
#define COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_

#include <memory>
#include <string_view>

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// Name for the parameters that a simulated machine is configured with, instead of a model.
inline constexpr std::string_view kConfigured = "configured";

/// Measures MPI_COMM_WORLD by the network experiments in virtual time. As that does not vary, a few
/// repetitions suffice. Collective over MPI_COMM_WORLD.
measure::NetworkData MeasuredInVirtualTime();

/// The network of MPI_COMM_WORLD on machine `platform`: as configured, or as `model` fitted to
/// `data`. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Network> NetworkOf(std::string_view model, std::string_view platform,
                                   const measure::NetworkData& data);

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_
