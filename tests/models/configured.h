// The simulated machines of tests/smpi as networks, with the parameters of their .xml and .cfg
// files instead of fitted ones.
#ifndef COLLTUNE_TESTS_MODELS_CONFIGURED_H_
#define COLLTUNE_TESTS_MODELS_CONFIGURED_H_

#include <memory>
#include <span>
#include <string_view>

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// The network of machine `platform`, a name in the table of configured.cc or the path of a drawn
/// machine's files (tests/smpi/machines), with a rank at each of `places`: host names as in the
/// .hosts file. Throws std::invalid_argument for a platform that is not in the table of
/// configured.cc.
std::unique_ptr<Network> ConfiguredNetwork(std::string_view platform,
                                           std::span<const measure::Place> places);

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_CONFIGURED_H_
