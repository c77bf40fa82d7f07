#include "tuner/fit.h"

#include <array>
#include <string_view>

#include "measure/network/experiments.h"

namespace colltune {

std::vector<Fit> FitNetwork(Job& job, const Clock& clock) {
  // From one byte to where bandwidth is all that counts; small enough to take no time to speak of.
  const std::vector<Bytes> sizes = {Bytes{1},       Bytes{64},      Bytes{1 << 10}, Bytes{1 << 12},
                                    Bytes{1 << 14}, Bytes{1 << 16}, Bytes{1 << 18}, Bytes{1 << 20}};
  // One network for all: the models know no pair from another, and a sample of pairs is enough.
  constexpr std::size_t kMostPairs = 64;
  NetworkExperiments experiments(job.comm(), clock, {});
  NetworkData data;
  data.samples = NetworkSuite(experiments, Pairs(job.ranks(), kMostPairs), sizes);
  // Those whose experiments the suite performs.
  constexpr std::array<std::string_view, 2> kModels = {"hockney", "loggp"};
  std::vector<Fit> fits;
  for (const std::string_view model : kModels) {
    fits.push_back(FindNetworkModel(model)->fit(data, {}));
  }
  return fits;
}

FittedModel ForProfile(const Fit& fit) {
  FittedModel model{fit.model, {}, fit.worst_residual};
  for (const FittedParameter& p : fit.parameters) {
    // What was not identified falls back in the same way when the network is made again.
    if (p.identified) model.parameters.push_back({p.name, p.value, p.unit, p.half_width});
  }
  return model;
}

}  // namespace colltune
