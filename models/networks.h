// The table of all network models: how each is fitted to measurements, and how a fitted one is
// made again from its parameters.
#ifndef COLLTUNE_MODELS_NETWORKS_H_
#define COLLTUNE_MODELS_NETWORKS_H_

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/network/samples.h"
#include "models/network.h"

namespace colltune {

/// A parameter in the model's own terms: "G", 8e-10, "s/B".
struct FittedParameter {
  std::string name;
  double value = 0;  ///< never negative
  std::string unit;
  double half_width = 0;  ///< of its 95 % confidence interval, in the same unit; may be infinite
};

/// What comes of fitting one model.
struct Fit {
  std::string model;
  std::vector<FittedParameter> parameters;
  double worst_residual = 0;       ///< largest |predicted/measured - 1| over the fitted samples
  NetworkSample worst_sample;      ///< the one it belongs to
  std::vector<std::string> notes;  ///< what a reader of the parameters should know, in words
  std::unique_ptr<Network> network;
};

/// Parameters by name, in the units that Fit states: all in seconds and seconds per byte.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// One line of the table. Plain data and functions without state: may be used by any thread.
struct NetworkModel {
  std::string_view name;  ///< persistent: it stands in profiles
  std::string_view summary;
  std::string_view source;
  std::span<const Experiment> experiments;  ///< those that `fit` needs; it ignores the others

  /// Fits the samples of all pairs of ranks as those of one homogeneous network, so that the
  /// squares of predicted/measured - 1 have the smallest sum; each sample counts once, however
  /// many repetitions it stands for. Throws std::invalid_argument for a sample that cannot be
  /// (a time that is not above 0, say), and when the samples do not determine a parameter; it
  /// names what is missing.
  Fit (*fit)(std::span<const NetworkSample> samples);

  /// Throws std::invalid_argument that names a parameter which is missing, unknown, negative or
  /// not finite.
  std::unique_ptr<Network> (*make)(const ParameterValues& parameters);
};

/// Every model; lives as long as the program.
std::span<const NetworkModel> NetworkModels();

/// The model of that name, or nullptr.
const NetworkModel* FindNetworkModel(std::string_view name);

/// The network that a fit of `model` found, from the parameters that were kept of it. Throws
/// std::invalid_argument for an unknown model, and as NetworkModel::make.
std::unique_ptr<Network> MakeNetwork(std::string_view model, const ParameterValues& parameters);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_NETWORKS_H_
