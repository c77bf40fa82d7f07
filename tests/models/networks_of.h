// The networks that predictions are made with, by name.
#ifndef COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_
#define COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_

#include <memory>
#include <string_view>

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune {

/// What stands for the parameters that a simulated machine is configured with, instead of a model.
inline constexpr std::string_view kConfigured = "configured";

/// What the network experiments find of MPI_COMM_WORLD in virtual time, which does not vary: a few
/// repetitions say all. Collective over MPI_COMM_WORLD.
NetworkData MeasuredInVirtualTime();

/// The network of MPI_COMM_WORLD on machine `platform`: as configured, or what `model` makes of
/// `data`. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Network> NetworkOf(std::string_view model, std::string_view platform,
                                   const NetworkData& data);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_MODELS_NETWORKS_OF_H_
