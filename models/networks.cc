#include "models/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace colltune::models {

// One line for each model; each is defined in its own file. The order is that in which they are
// fitted and printed.
#define COLLTUNE_NETWORK_MODELS(ADD) \
  ADD(HockneyModel)                  \
  ADD(LogGpModel)                    \
  ADD(LogGpsModel)                   \
  ADD(PLogPModel)                    \
  ADD(LmoModel)                      \
  ADD(LevelsModel)                   \
  ADD(TopologyModel)

#define COLLTUNE_DECLARE(factory) NetworkModel factory();
COLLTUNE_NETWORK_MODELS(COLLTUNE_DECLARE)
#undef COLLTUNE_DECLARE

std::span<const NetworkModel> NetworkModels() {
#define COLLTUNE_CALL(factory) factory(),
  static const std::array table = {COLLTUNE_NETWORK_MODELS(COLLTUNE_CALL)};
#undef COLLTUNE_CALL
  return table;
}

const NetworkModel* FindNetworkModel(std::string_view name) {
  const auto all = NetworkModels();
  const auto found = std::ranges::find(all, name, &NetworkModel::name);
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<Network> MakeNetwork(std::string_view model, const ParameterValues& parameters,
                                     std::span<const measure::Place> places) {
  if (const NetworkModel* known = FindNetworkModel(model)) return known->make(parameters, places);
  std::string names;
  for (const NetworkModel& known : NetworkModels()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
  }
  throw std::invalid_argument(
      fmt::format("no network model is called '{}'; there are {}", model, names));
}

}  // namespace colltune::models
