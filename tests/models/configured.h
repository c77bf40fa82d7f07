// The simulated machines of tests/smpi as networks: with the parameters that their .xml and .cfg
// files say, not with fitted ones.
#ifndef COLLTUNE_TESTS_MODELS_CONFIGURED_H_
#define COLLTUNE_TESTS_MODELS_CONFIGURED_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/network.h"

namespace colltune {

/// The network of machine `platform` with a rank on each of `hosts`: names as in the .hosts file.
/// Throws std::invalid_argument for a platform that is not in the table of configured.cc.
std::unique_ptr<Network> ConfiguredNetwork(std::string_view platform,
                                           std::span<const std::string> hosts);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_MODELS_CONFIGURED_H_
