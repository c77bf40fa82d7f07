// The network of the levels model. See levels.cc.
#ifndef COLLTUNE_MODELS_LEVELS_NETWORK_H_
#define COLLTUNE_MODELS_LEVELS_NETWORK_H_

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "models/features/link_classes.h"
#include "models/network/network_model.h"

namespace colltune::models {

inline constexpr std::string_view kLevels = "levels";

// Parameters: seconds per byte of each host's link out and in, and of each site's, either way.
inline constexpr std::string_view kPortOut = "port out";
inline constexpr std::string_view kPortIn = "port in";
inline constexpr std::string_view kLine = "line";
/// Prefix of the parameter "site of HOST": the number of that host's site.
inline constexpr std::string_view kSiteOf = "site of ";

inline constexpr std::array kLinkClasses = {LinkClass::kSocket, LinkClass::kHost,
                                            LinkClass::kSwitch, LinkClass::kSite};

/// Returns the suffix of the names of a class's parameters: "[switch]".
std::string SuffixOf(LinkClass link);

/// Makes the network, as NetworkModel::make.
std::unique_ptr<Network> MakeLevels(const ParameterValues& values,
                                    std::span<const measure::Place> places);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_LEVELS_NETWORK_H_
