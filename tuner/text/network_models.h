// Conversions of fitted networks between files, models and text.
#ifndef COLLTUNE_TUNER_TEXT_NETWORK_MODELS_H_
#define COLLTUNE_TUNER_TEXT_NETWORK_MODELS_H_

#include <memory>
#include <span>
#include <string>

#include "models/network/network_model.h"
#include "profiles/profile.h"
#include "profiles/yaml/network_file.h"

namespace colltune::tune {

/// Returns the part of a fit that a network file keeps.
NetworkFileModel ForNetworkFile(const models::Fit& fit);

/// Returns the parameters with their intervals, residuals by experiment, and notes.
std::string FitText(const NetworkFileModel& model);

/// A fitted model, and the places or hosts that it was fitted for.
struct KnownModel {
  std::string name;
  models::ParameterValues values;
  std::vector<measure::Place> places = {};  ///< of a network file
  std::vector<std::string> hosts = {};      ///< of a profile, in the order of their first ranks
};

/// Returns the values of the parameters that a profile keeps of a model, by name.
models::ParameterValues ValuesOf(const FittedModel& model);

/// Reads a model from a network file or a profile, to predict `ranks` ranks. An empty `model`
/// stands for:
/// - in a profile, the model that predicted best when it was tuned, of the models that know so many
///   ranks;
/// - without such trials, and in a network file, the only model, or loggp.
///
/// Throws ProfileError, and std::invalid_argument that names the models in the file.
KnownModel ReadModel(const std::string& path, const std::string& model, int ranks,
                     int ranks_per_node);

/// Returns the places of `ranks` ranks:
/// - the measured places, if they are enough and ranks_per_node is 0;
/// - else places with ranks_per_node (0 is 1) on each of as many hosts as needed: the model's
/// hosts, then others.
std::vector<measure::Place> PlacesFor(const KnownModel& model, int ranks, int ranks_per_node);

/// Returns the network of ranks at these places. Throws std::invalid_argument if the model does not
/// know that many.
std::unique_ptr<models::Network> NetworkFor(const KnownModel& model, int ranks, int ranks_per_node);

/// Returns the network's `places` for algorithms that are shaped by the machine. Returns nullptr
/// for more than 2048 ranks: a look at all pairs of hosts would take minutes.
std::shared_ptr<const Places> PlacesOn(const models::Network& network,
                                       std::span<const measure::Place> places);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_NETWORK_MODELS_H_
