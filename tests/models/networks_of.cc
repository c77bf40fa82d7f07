#include "tests/models/networks_of.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "measure/network/places.h"
#include "measure/network/suite.h"
#include "models/networks.h"
#include "models/topology_streams.h"
#include "models/topology_trips.h"
#include "tests/models/configured.h"

namespace colltune::models {
measure::NetworkData MeasuredInVirtualTime() {
  measure::SuiteOptions options = measure::ExactSuite();
  options.trips = DesignTrips;
  options.design = DesignStreams;
  options.sizes.clear();
  for (std::int64_t bytes = 1; bytes <= 4 << 20; bytes *= 8) options.sizes.push_back(Bytes{bytes});
  return measure::MeasureNetwork(MPI_COMM_WORLD, measure::WtimeClock(), options,
                                 [](double, const std::string&) {});
}

std::unique_ptr<Network> NetworkOf(std::string_view model, std::string_view platform,
                                   const measure::NetworkData& data) {
  if (model == kConfigured) return ConfiguredNetwork(platform, measure::PlacesOf(MPI_COMM_WORLD));
  const NetworkModel* const known = FindNetworkModel(model);
  if (known == nullptr) {
    throw std::invalid_argument(fmt::format("no network model is called '{}'", model));
  }
  return known->fit(data, {}).network;
}

}  // namespace colltune::models
